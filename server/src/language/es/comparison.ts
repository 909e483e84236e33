import type { ComparisonWords } from '#server/language/types.ts'

export const comparison: ComparisonWords = {
  topics: {
    return: 'devolver devolución devoluciones devuelven devuelve devuelto devueltos desistimiento',
    refund: 'reembolso reembolsos reembolsar reembolsa',
    delivery: 'envío envíos enviar enviamos envía entrega entregas entregar entregamos reparto',
    price: 'precio precios coste costes cuesta cuestan costar tarifa tarifas importe gastos',
    warranty: 'garantía garantías',
    hours:
      'abre abren abrimos abierto abierta abiertos cierra cierran cerramos cerrado cerrada horario horarios descansa',
    cancel: 'cancelar cancela cancelan cancelación cancelaciones anular anulación anulaciones',
    change: 'cambiar cambio cambios',
    booking: 'reservar reserva reservas reservación',
    appointment: 'cita citas',
    register: 'inscripción inscribirse matrícula matricularse registro',
    rent: 'alquiler alquileres alquila alquilan alquilar',
    deposit: 'fianza fianzas señal depósito',
    discount: 'descuento descuentos rebaja rebajas',
    admission: 'entrada entradas billete billetes',
    payment: 'pago pagos pagar paga pagan',
    card: 'tarjeta tarjetas',
    parking: 'aparcamiento aparcar parking',
    arrival: 'llegada check-in',
    departure: 'salida check-out',
    pet: 'mascota mascotas',
    email: 'correo email e-mail',
    phone: 'teléfono llame llamar llámenos número',
    address: 'dirección',
    repair: 'reparación reparaciones reparar',
    invoice: 'factura facturas',
    person: 'persona personas huéspedes participantes usuarios',
    weight: 'peso pesar pesa',
    upload: 'subir',
  },
  common: `
  normal estándar general artículo artículos producto productos pedido pedidos compra cliente clientes posible plazo
  tiene tienen tengo dura durar tarda tardar vale valen válido hasta desde dentro antes después máximo mínimo cada todos
  todas solo también por favor escriba escribir enviar mande información condiciones normas reglas página contacto día
  días semana semanas mes meses año años hora horas minuto minutos euro euros incluido incluida incluidos incluidas
  gratis gratuito gratuita permitido prohibido necesario obligatorio formas hacen hace caben puede pueden tomar admiten
  admite aceptamos aceptan acepta lector deja antelación coste aparte tienda país países formulario lista entre local empresa usar original pregunta preguntas debe`,
  special: `
  exprés urgente internacional extranjero nacional niño niños adulto adultos jubilado jubilados mayores estudiante
  estudiantes alumnos socio socios grupo grupos familia familias fin_de_semana festivos festivo online
  digital premium básico avanzado empresa emergencia prensa primera segunda pequeño grande privado`,
  predicateAfter: `
  se puede pueden debe deben es son está están ha han fue ser estar no hay`,
  afterCommand: 'el la los las su sus un una',
  namedAfter: '',
  opposites: {
    free: { yes: 'gratis gratuito gratuita gratuitos sin_coste sin_cargo', no: 'de_pago recargo suplemento' },
    included: {
      yes: 'incluido incluida incluidos incluidas incluye',
      no: 'aparte excluido excluida adicional extra sin',
    },
    allowed: {
      yes: 'permitido permitida permitidos permite permiten admite admiten posible acepta aceptan aceptamos',
      no: 'prohibido prohibida prohibidos imposible',
    },
    needed: {
      yes: 'obligatorio obligatoria necesario necesaria hace_falta imprescindible',
      no: 'opcional voluntario voluntaria',
    },
    open: { yes: 'abre abren abierto abierta abrimos', no: 'cierra cierran cerrado cerrada cerramos descansa' },
    refundable: { yes: 'reembolsable', no: 'no_reembolsable' },
  },
  bounds: {
    least: 'al menos|mínimo(?: de)?|más de|superiores? a|a partir de|desde',
    most: 'como máximo|máximo(?: de)?|hasta|menos de|en un plazo de|dentro de',
    from: 'desde(?: el| las?)?|a partir de(?:l| las?)?|de(?: las?)?',
    until: 'hasta(?: el| las?)?|antes de(?:l)?|a',
  },
  each: 'por|al|a la|cada',
  age: 'de (?:edad|antigüedad)',
  workingDays: 'días (?:hábiles|laborables)',
  beforeHour: 'a las?|desde las?|hasta las?|de las?|las',
  minutesInWords: { 'y media': 30, 'y cuarto': 15 },
  street: { words: 'calle|avenida|plaza|paseo|camino', isFirst: true, numberFirst: false },
}
