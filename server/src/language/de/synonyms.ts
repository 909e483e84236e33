export const synonyms: readonly string[] = [
  'preis kosten kostet gebühr kosten bezahlen',
  'kaufen bestellen kauf bestellung',
  'zurückgeben zurücksenden rückgabe retoure zurückschicken rücksendung',
  'liefern lieferung versand versenden zustellen zustellung',
  'laden geschäft',
  'erstatten erstattung rückerstattung geld',
  'reparieren reparatur',
  'telefon anrufen anruf',
  'mail email e-mail schreiben',
  'kündigen stornieren abbrechen',
  'wählen auswählen',
  'enthalten inklusive abdecken',
]
