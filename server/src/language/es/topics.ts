import type { TopicWords } from '#server/language/types.ts'

export const topics: TopicWords = {
  refund: 'reembolso|devolucion del dinero',
  double_charge: 'cobr\\w+ dos veces|doble cobro',
  invoice: 'facturas?|recibos?',
  subscription: 'suscripcion(es)?',
  payment: 'pagos?|pagar|tarjeta',
  password: 'contrasenas?',
  second_factor: 'codigo de verificacion',
  locked_account: 'cuenta bloqueada',
  sign_in: 'iniciar sesion|inicio de sesion',
  integration: 'integracion(es)?',
  installation: 'instalar|instalacion',
  slow: 'lento|lenta',
  connection: 'conexion|sin conexion',
  error: 'errores',
  broken: 'no funciona|roto|rota',
}
