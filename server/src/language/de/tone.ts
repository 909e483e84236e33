import type { ToneWords } from '#server/language/types.ts'

export const tone: ToneWords = {
  urgent: 'dringend, sofort, eilig, notfall, so schnell wie möglich, ausgefallen, kaputt',
  pressing: 'heute, bald, frist, schnell, ich warte',
  complex: `
  integrieren, einbinden, konfigurieren, konfiguration, umziehen, migrieren, fehlercode, zertifikat, komplex,
  kompliziert, vergleichen, unterschied zwischen`,
  positive: 'danke, toll, prima, perfekt, klasse',
  confused: 'verstehe nicht, verstehe ich nicht, unklar, verwirrt, keine ahnung, nicht sicher',
  detailed: 'ausführlich, im detail, schritt für schritt, erkläre, erklären',
  quick: 'kurz, kurze frage, kurz gesagt',
}
