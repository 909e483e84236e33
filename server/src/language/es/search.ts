import type { SearchWords } from '#server/language/types.ts'

export const search: SearchWords = {
  stemmer: 'spanish',
  elides: false,
  stopWords: `
  a al ante aun aunque bajo como con cual cuales cuando de del desde donde e el ella ellas ellos en entre era eran es
  esa esas ese eso esos esta estaba estado estan estar estas este esto estos estoy fue ha habia han has hasta hay he
  hola gracias la las le les lo los mas me mi mis mucho muy ni no nos nosotros nuestra nuestro o os otra otro para
  pero por porque puedo puede pueden que quien se ser si sin sobre son soy su sus tambien te tengo tiene tienen ti tu
  tus un una unas uno unos usted ustedes y ya yo cuál qué cómo cuándo dónde está están sí él tú también más había`,
  weakWords: `
  ahora alguien algo alguna algún ayer ayuda ayudar bien bueno buenas buenos caso cosa cuanto cuánto cuanta cuanto
  días dia día dias deber debo dar decir desea después despues dice dime entonces entender favor forma gustaría
  gustaria hace hacer hago hoy hora horas información informacion ir llamar manera mejor momento motivo nada necesito
  necesita normalmente nuevo nueva nunca parece pasa pasar persona podría podria poder posible pregunta primero
  problema pronto querer queria quería quiero quisiera razón saber sabe semana semanas siempre solo sólo tarda tarde
  tanto tarda tiempo todavía todavia todo todos uso usar vez ver vosotros`,
  questionWords: 'quiero necesito saber favor ayuda puedo',
  spellings: {},
}
