import type { CourtesyWords } from '#server/language/types.ts'

export const courtesy: CourtesyWords = {
  greeting: '(?:hola|buenos días|buenas tardes|buenas noches|buenas)(?:,? #)?',
  welcome: 'de nada|no hay de qué|(?:ha sido )?un placer',
  thanks:
    '(?:muchas )?gracias(?: por (?:su|tu) (?:mensaje|consulta|pregunta|paciencia)| por (?:escribir(?:nos)?|preguntar|contactar con #))?',
  sorry:
    '(?:lo siento|lo lamento|lamento (?:oír|escuchar) eso|siento (?:oír|escuchar) eso)(?: mucho)?|(?:disculpe|disculpa|perdón|perdone|perdona)(?: (?:las molestias|por las molestias))?|siento las molestias|lamento las molestias|(?:lo )?entiendo|lo comprendo',
  gladly:
    '(?:con (?:mucho )?gusto|encantad[oa](?: de ayudar(?:le|te)?)?|(?:con mucho gusto )?(?:le|te) ayudo(?: con (?:eso|esto))?|buena pregunta)',
  summary: '(?:esto es lo que he encontrado|así funciona|aquí tiene(?:s)?)',
  anything_else:
    '(?:hay algo más en lo que (?:le |te )?pueda ayudar(?:le|te)?|puedo ayudar(?:le|te)? en algo más|(?:tiene|tienes) (?:alguna )?(?:otra|más) (?:pregunta|duda)s?|(?:necesita|necesitas) algo más|espero que (?:esto )?(?:le |te )?(?:ayude|sirva)|si (?:tiene|tienes) (?:más|otras) (?:preguntas|dudas),? (?:no dude|no dudes) en (?:preguntar|escribir)(?:nos|me)?)',
  offer_person:
    '(?:(?:quiere|quieres|le gustaría|te gustaría|desea) hablar con (?:una persona|alguien|un compañero|una compañera)(?: (?:del|de nuestro) equipo)?|(?:le|te) (?:paso|pongo en contacto) con (?:una persona|alguien|un compañero|una compañera)(?: (?:del|de nuestro) equipo)?)',
  say_more:
    '(?:(?:puede|puedes|podría|podrías) (?:contarme|decirme|darme) (?:un poco )?(?:más|más detalles)(?: (?:sobre (?:eso|esto|ello)))?|(?:puede|puedes|podría|podrías) (?:reformular|aclarar)(?:lo| (?:la|su|tu) pregunta)?|de qué se trata|en qué (?:le |te )?puedo ayudar(?:le|te)?(?: hoy)?|qué (?:necesita|necesitas)(?: exactamente)?|a qué se refiere|a qué te refieres)',
  goodbye: '(?:adiós|hasta (?:luego|pronto|la próxima)|que (?:tenga|tengas) (?:un )?buen(?:a)? (?:día|tarde|noche))',
}
