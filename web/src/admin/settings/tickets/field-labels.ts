import type { FieldType } from '#contracts/custom-field.ts'
import type { FieldRequired } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'

export const fieldTypes: Record<FieldType, () => string> = {
  text: m.field_type_text,
  long_text: m.field_type_long_text,
  number: m.field_type_number,
  date: m.field_type_date,
  yes_no: m.field_type_yes_no,
  choice: m.field_type_choice,
  choices: m.field_type_choices,
  link: m.field_type_link,
}

export const requirements: Record<FieldRequired, () => string> = {
  never: m.field_required_never,
  resolve: m.field_required_resolve,
  form: m.field_required_form,
}
