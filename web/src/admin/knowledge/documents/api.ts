import type {
  addPageDocument as AddPage,
  addTextDocument as AddText,
  changeDocument as Change,
  deleteDocument as Delete,
  deleteSampleDocuments as DeleteSamples,
  getDocument as Get,
  listDocuments as List,
  retryDocument as Retry,
  uploadDocument as Upload,
} from '#contracts/knowledge/document.ts'
import { remote } from '#web/lib/call.ts'

/** The endpoints of this tab. */

export const listDocuments = remote<typeof List>('GET', '/api/knowledge/documents')
export const getDocument = remote<typeof Get>('GET', '/api/knowledge/documents/:documentId')
export const addTextDocument = remote<typeof AddText>('POST', '/api/knowledge/documents')
export const addPageDocument = remote<typeof AddPage>('POST', '/api/knowledge/documents/page')
export const uploadDocument = remote<typeof Upload>('POST', '/api/knowledge/documents/file')
export const changeDocument = remote<typeof Change>('PATCH', '/api/knowledge/documents/:documentId')
export const retryDocument = remote<typeof Retry>('POST', '/api/knowledge/documents/:documentId/retry')
export const deleteDocument = remote<typeof Delete>('DELETE', '/api/knowledge/documents/:documentId')
export const deleteSampleDocuments = remote<typeof DeleteSamples>('DELETE', '/api/knowledge/documents/samples')
