import { Avatar } from '#web/kit/surface.tsx'
import { useAvatar } from './avatars.ts'

/** A member's picture, or their initials. `size` in pixels. */
export function MemberAvatar({ id, name, size }: { id: string; name: string; size: number }) {
  return <Avatar name={name} size={size} src={useAvatar(id)} />
}
