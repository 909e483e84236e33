import type { RoutingWords } from '#server/language/types.ts'

export const routing: RoutingWords = {
  types: {
    technical: {
      strong: `
  no puedo conectar, no puedo conectarme, no se enciende, no pasa nada, no me deja, no funciona, no funcionan,
  no carga, no abre, no arranca, no enciende, no conecta, se bloquea, se cuelga, pantalla negra, pantalla en blanco,
  fallo tecnico, falla*, instalar, instalacion, configurar, reiniciar, no puedo entrar, no puedo iniciar sesion,
  averia*, mensaje de error`,
      weak: 'lento, lenta, actualiza*, navegador, conexion, aplicacion, dispositivo, bateria, pantalla, arreglar',
    },
    sales: {
      strong: `
  regalo para, precio, precios, cuanto cuesta, cuanto cuestan, cuanto vale, comprar, compra, presupuesto, descuento*,
  oferta, ofertas, prueba gratuita, prueba gratis, que plan, planes, hay stock, en stock, diferencia entre,
  recomiend*, cupon, me interesa`,
      weak: 'plan, disponible*, talla, barato, barata, mas barato, caro, paquete, regalo',
    },
    billing: {
      strong: `
  importe incorrecto, factura, facturas, facturacion, cobro, cobros, cobrado, cobraron, cobrar, reembols*,
  devolucion del dinero, pago, pagos, pagar, tarjeta de credito, tarjeta rechazada, tarjeta, recibo, iva,
  cancelar mi suscripcion, cancelar la suscripcion, renovacion, transferencia, domiciliacion`,
      weak: 'suscripcion, cancelar, cargo, cargos, saldo, importe',
    },
    security: {
      strong: `
  cuenta robada, no fui yo, terceros, contrasena*, hacke*, seguridad, seguro, segura, fraude*, robad*, robaron,
  sospechos*, privacidad, datos personales, mis datos, proteccion de datos, doble factor, dos factores, rgpd,
  estafa*, cifrad*, phishing, suplant*`,
      weak: 'acceso, ataque, verificacion, bloqueada, bloqueado',
    },
    integration: {
      strong: 'integra*, conectar con, conectarlo con, sincronizar con, exportar, importar, complemento*, extension',
      weak: 'conectar, desarrollador*',
    },
    escalation: {
      strong: `
  gerente, supervisor, encargado, queja, quejas, quejarme, reclamacion*, inaceptable, furios*, abogado, denuncia*,
  nadie responde, nadie contesta, tercera vez, harto, harta, urgente, emergencia, pesimo, hablar con una persona,
  persona real, verguenza`,
      weak: 'enfadad*, decepcionad*',
    },
    feedback: {
      strong: `
  deberian, deberiais, me gusta, sugerencia*, sugerir, comentario*, opinion, opiniones, valoracion, resena*,
  encuesta*, mejorar, mejora, mejoras, seria genial, estaria bien, me encanta, felicidades, enhorabuena,
  buen trabajo`,
      weak: '',
    },
  },
  subjectFillers: '',
}
