import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { DocumentView } from '#contracts/knowledge/document.ts'
import { deleteDocument, deleteSampleDocuments, retryDocument } from '#contracts/knowledge/document.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { documentsKey } from './queries.ts'

/** Invalidates all queries of this tab. */
export const readAgain = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: documentsKey })

/** Actions on a document in the list. Failures show the server's error text. */
export function useDocumentActions() {
  const client = useQueryClient()
  const attempt = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work()
      if (done) notify.success(done)
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      await readAgain(client)
    }
  }
  return {
    retry: (document: DocumentView) => attempt(() => call(retryDocument, { params: { documentId: document.id } })),
    /** True when it was deleted. */
    remove: async (document: DocumentView): Promise<boolean> => {
      const isSure = await confirmAction({
        title: m.document_delete_title({ name: document.name }),
        body: m.document_delete_body(),
        confirm: m.document_delete(),
        isDanger: true,
      })
      if (!isSure) return false
      return attempt(() => call(deleteDocument, { params: { documentId: document.id } }), m.document_deleted())
    },
    removeSamples: () => attempt(() => call(deleteSampleDocuments, {}), m.document_samples_removed()),
  }
}

export type DocumentActions = ReturnType<typeof useDocumentActions>
