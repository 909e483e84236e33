import type { EscalationWords } from '#server/language/types.ts'

export const escalation: EscalationWords = {
  frustration: `
  frustrado, frustrada, frustrante, furioso, furiosa, inaceptable, ridiculo, vergonzoso, harto, harta,
  perdida de tiempo, perder el tiempo, inutil, inutiles, indignante, pesimo servicio, pesima atencion, mal servicio,
  muy enfadado, muy enfadada, muy enojado, muy enojada, estoy enfadado, estoy enojado, no sirve de nada, no me ayuda,
  una verguenza, es una broma, muy decepcionado, muy decepcionada, mierda, indignado, indignada`,
  complexCases: `
  reembolso, reembolsos, devolver el dinero, devolucion del dinero, cobrado dos veces, cobraron dos veces,
  cobro doble, doble cobro, cancelar suscripcion, cancelar mi suscripcion, cancelar la suscripcion, eliminar cuenta,
  eliminar mi cuenta, borrar mi cuenta, cerrar mi cuenta, pago fallido, pago rechazado, fallo el pago, abogado,
  acciones legales, reclamacion`,
  urgency: `
  urgente, urgentemente, emergencia, es critico, error critico, estado critico, situacion critica, cuanto antes,
  lo antes posible, de inmediato, no funciona nada, esta caido, esta caida, se ha caido, se cayo`,
  outage: null,
  calm: { negations: 'no es', fillers: 'tan |muy |que ', urgency: 'urgente|emergencia|critico' },
  elisions: null,
}
