import type { Paraphrase } from '#server/language/types.ts'

export const paraphrase: Paraphrase = {
  courtesy: `
  absolutamente ayuda ayudar ayudarle ayudarte ayudo alegra alegro algo amable asistente atención aclarar además
  adelante caso charla chat claro claramente cliente colega comentar compañero compañeros comprendo comprensible
  consulta consultar contactar contacto contarme conversación crear cuenta cuente cuéntame dato decir decirme detalle
  detalles dígame directamente disculpa disculpas disculpe duda dudas ejemplo encantado encantada equipo encontrar
  encontrado entender entiendo especificar espero estaré explicar favor frustrante fuera gracias gusto haber hablar
  hola humano ia información lamento lamentablemente lista mano manera más mensaje molestia molestias momento
  necesitar necesita ofrecer opción opciones pasar paciencia pasos persona personal placer poner posible precisar
  pregunta preguntas preocupe pronto propósito puedo reformular responder respuesta saber seguro sencillo servir
  siento simplemente siguiente situación solicitud sugerir supuesto también ticket tipo usar ustedes útil virtual
  desafortunadamente asimismo generalmente normalmente general`,
  joining: `
  aunque además sino mientras cuando donde después antes luego entonces cada ambos ambas otro otra otros otras alguno
  alguna algunos algunas mismo misma dentro fuera según durante mediante hacia incluso incluido aproximadamente casi
  unos unas partir tras tal tales cualquier inmediatamente automáticamente directamente artículo artículos también
  plazo través etc debe deberá puede podrá hasta`,
  everyday: `
  aceptar activar actual ajustar alcanzar aplicar aprobar aumentar avisar bajar cambiar cargar cerrar cobrar comenzar
  compartir completar comprobar conectar confirmar conseguir conservar considerar consistir contar contener continuar
  correcto corregir crear dar dejar depender desactivar descontar desear desde devolver disponible distinto durar
  efectuar elegir eliminar empezar encontrar entregar enviar escribir esperar establecer estar evitar existir
  facilitar final funcionar ganar gratuito guardar hacer igual importante imprimir incluir indicar informar ingresar
  iniciar instalar introducir ir largo limitar llegar llevar mantener marcar mejor mostrar mover necesario normal
  notificar nuevo obtener ocurrir ofrecer ordenar original pagar parecer pasar pedir permanecer permitir poner posible
  preferir preparar presentar probar procesar proporcionar quedar quitar realizar recibir recoger recomendar reducir
  registrar renovar repetir requerir reservar resolver revisar seguir seleccionar separado siguiente simple solicitar
  solucionar subir suficiente tener terminar tomar trabajar traer usar utilizar válido venir verificar volver`,
}
