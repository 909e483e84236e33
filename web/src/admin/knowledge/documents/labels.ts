import type {
  DocumentCategory,
  DocumentFailure,
  DocumentStatus,
  DocumentType,
  DocumentView,
} from '#contracts/knowledge/document.ts'
import * as m from '#i18n/messages.js'
import { formatNumber } from '#web/lib/format.ts'

const typeLabels: Record<DocumentType, () => string> = {
  Manual: m.document_type_manual,
  Policy: m.document_type_policy,
  Procedure: m.document_type_procedure,
  FAQ: m.document_type_faq,
  Guide: m.document_type_guide,
  Troubleshooting: m.document_type_troubleshooting,
  'Product Info': m.document_type_product_info,
  'Training Material': m.document_type_training_material,
}
const categoryLabels: Record<DocumentCategory, () => string> = {
  General: m.document_category_general,
  'Product Information': m.document_category_product_information,
  'Support Guidelines': m.document_category_support_guidelines,
  'Technical Support': m.document_category_technical_support,
  'Business Policies': m.document_category_business_policies,
  'Training Materials': m.document_category_training_materials,
}
const statusLabels: Record<DocumentStatus, () => string> = {
  active: m.document_status_active,
  processing: m.document_status_processing,
  failed: m.document_status_failed,
}
const failureTexts: Record<DocumentFailure, () => string> = {
  empty: m.document_failed_empty,
  scanned: m.document_failed_scanned,
  encrypted: m.document_failed_encrypted,
  damaged: m.document_failed_damaged,
  binary: m.document_failed_binary,
  unsupported: m.document_failed_unsupported,
  too_large: m.document_failed_too_large,
  too_long: m.document_failed_too_long,
  slow: m.document_failed_slow,
  refused_address: m.document_failed_refused_address,
  unreachable: m.document_failed_unreachable,
  not_found: m.document_failed_not_found,
  not_allowed: m.document_failed_not_allowed,
  broken: m.document_failed_broken,
}

export const types = Object.keys(typeLabels) as DocumentType[]
export const categories = Object.keys(categoryLabels) as DocumentCategory[]
export const statuses = Object.keys(statusLabels) as DocumentStatus[]

/** Label of a type; an unknown one of an older row is shown as it is. */
export const typeLabel = (type: string): string => typeLabels[type as DocumentType]?.() ?? type
export const categoryLabel = (category: string): string => categoryLabels[category as DocumentCategory]?.() ?? category
export const statusLabel = (status: DocumentStatus): string => statusLabels[status]()

/** Why it failed, and what to do. */
export const failureLabel = (failure: DocumentFailure | null): string => failureTexts[failure ?? 'broken']()

/** Size of a document: characters, and pages where the format has them. */
export function sizeLabel({ size, pages }: Pick<DocumentView, 'size' | 'pages'>): string {
  const characters = m.document_size({ count: size, number: formatNumber(size) })
  return pages === null ? characters : `${m.document_pages({ count: pages })}, ${characters}`
}

const options = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value, label: label(value) }))

export const typeOptions = () => options(types, typeLabel)
export const categoryOptions = () => options(categories, categoryLabel)
