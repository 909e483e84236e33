import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  polarity: 'sí|si|no',
  fragmentOpening:
    'no|siempre|hasta|desde|a partir de|dentro de|solo|sólo|únicamente|nunca|unos|unas|entre|en cuanto|porque|depende|ni|ningun[oa]?|ningún',
  finiteVerb:
    'es|son|era|está|están|estará|ha|han|hay|hace|hacen|puede|pueden|podrá|debe|deben|tiene|tienen|tenemos|va|van|vale|valen|cuesta|cuestan|dura|tarda|necesita|hace falta|queda|quedan|paga|pagan|se \\w+|lo \\w+|la \\w+|los \\w+|las \\w+|le \\w+|abre|abrimos|cierra|cerramos|incluye|significa',
  leaning: String.raw`él|ella|ellos|ellas|est[oae]s?|es[oae]s?|aquell[oa]s?|lo|los|las|le|les|su|sus|ahí|allí|aquí|entonces|así|también|tampoco|y|e|pero|o|además|luego|después|más tarde|antes|si no|de lo contrario|en caso contrario|en ese caso|en este caso|en tal caso|ambos|ambas|cada uno|ninguno|ninguna|el resto|los demás|las demás|otros|otras|sin embargo|no obstante|por eso|por ello|para ello|para eso|aun así|hasta entonces|porque|mientras tanto|el mismo|la misma|los más|las más|quien no`,
  exception: String.raw`si no|de lo contrario|en caso contrario|pasado ese plazo|después|más tarde|pero|excepto|salvo|sin embargo|no obstante|excepción|excepciones|fuera de|por encima|por debajo|solo|sólo`,
  affix:
    'por supuesto|claro|claro que sí|desde luego|con mucho gusto|con gusto|encantado|encantada|sin problema|buena pregunta|lo siento|lamentablemente|por desgracia|por favor|tenga en cuenta que|ten en cuenta que|en resumen|hola|buenos días|gracias por preguntar|según nuestra información',
  denial: String.raw`no|nunca|ningún|ningun\w*|tampoco|nada|nadie|jamás|sin|ni`,
  attachedDenial: '',
  capitalisesNouns: false,
  everydayNames: '',
  possessiveYour: 'tu|su|vuestr[oa]',
  possessive: '',
  promptMention: 'mis instrucciones|instrucciones del sistema',
  unknowing:
    'no (?:he podido|pude|puedo) (?:encontrar|responder|decir)|no (?:tengo|dispongo de) (?:información|datos|una respuesta|esa información)|no (?:lo )?sé|no encuentro|no hay información',
  abbreviations: 'sr sra srta dr dra ud uds pág núm tel av no etc',
}
