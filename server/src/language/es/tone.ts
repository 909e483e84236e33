import type { ToneWords } from '#server/language/types.ts'

export const tone: ToneWords = {
  urgent: 'urgente, urgentemente, inmediatamente, ahora mismo, cuanto antes, emergencia, caído, caída, roto, rota',
  pressing: 'hoy, pronto, plazo, esperando',
  complex: `
  integración, integrar, configurar, configuración, migración, migrar, código de error, complejo, complicado,
  avanzado, comparar, diferencia entre`,
  positive: 'gracias, genial, perfecto, estupendo, excelente',
  confused: 'no entiendo, no comprendo, confundido, confundida, no estoy seguro, no estoy segura',
  detailed: 'en detalle, detallado, paso a paso, explica, explícame, explique',
  quick: 'brevemente, en pocas palabras, pregunta rápida',
}
