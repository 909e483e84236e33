export const synonyms: readonly string[] = [
  'precio coste costo costar tarifa cuesta',
  'comprar pedir adquirir compra pedido',
  'devolver devolución retornar',
  'enviar envío entrega entregar mandar llegar',
  'tienda local',
  'reembolso reembolsar dinero',
  'arreglar reparar reparación',
  'teléfono llamar llamada',
  'correo email escribir',
  'cancelar anular',
  'elegir seleccionar escoger',
  'incluir cubrir',
]
