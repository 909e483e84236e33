// The desk's service worker: shows push messages and opens the ticket of one that is clicked. It stores nothing and answers no requests.
self.addEventListener('push', (event) => {
  const { title, body, url } = event.data?.json() ?? {}
  if (title) event.waitUntil(self.registration.showNotification(title, { body, data: { url }, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.url || '/admin', self.location.origin)
  // Only pages of this installation are opened.
  if (target.origin === self.location.origin) event.waitUntil(self.clients.openWindow(target.href))
})
