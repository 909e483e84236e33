import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  polarity: 'oui|non|si',
  fragmentOpening:
    "pas|toujours|jusqu['’]\\w+|à partir|dès|dans|seulement|uniquement|jamais|environ|entre|de|du|parce que|ni|aucun|aucune",
  finiteVerb: String.raw`est|sont|était|sera|seront|a|ont|avons|avez|peut|peuvent|pouvez|pouvons|doit|doivent|devez|faut|va|vont|coûte|coûtent|dure|durent|prend|prennent|vaut|valent|reste|restent|paie|paient|ouvre|ouvrent|ferme|ferment|comprend|signifie|\w+ons|\w+ez|[cjnl]['’](?:est|ai|a|ont|avez|avons)`,
  leaning: String.raw`il|elle|ils|elles|ce|cela|ça|c['’]est|ces?|cet|cette|celui|celle|ceux|celles|son|sa|ses|leurs?|l['’]un|y|là|ici|ainsi|alors|aussi|également|et|mais|ou|donc|puis|ensuite|après|plus tard|avant cela|sinon|autrement|dans ce cas|dans le cas contraire|si non|si oui|les deux|chacun|chacune|aucun|aucune|le reste|les autres|d['’]autres|cependant|toutefois|néanmoins|pourtant|pour cela|malgré cela|jusque-là|parce que|car|en outre|de plus|le même|la même|passé ce délai|au-delà|les plus`,
  exception: String.raw`sinon|autrement|dans le cas contraire|passé ce délai|après|plus tard|mais|sauf|excepté|hormis|cependant|toutefois|exceptions?|au-delà|en dehors|en dessous|seulement|seuls?|seules?`,
  affix:
    "bien sûr|bien entendu|certainement|absolument|avec plaisir|volontiers|pas de problème|aucun problème|bonne question|désolé|désolée|je suis désolé|je suis désolée|malheureusement|s['’]il vous plaît|veuillez noter que|notez que|en bref|bonjour|merci de votre question|merci pour votre question|d['’]après nos informations",
  denial: String.raw`ne|n['’](?=\p{L})|pas|jamais|aucun\w*|rien|sans|ni|personne`,
  attachedDenial: '',
  capitalisesNouns: false,
  everydayNames: '',
  possessiveYour: 'votre|ton|ta',
  possessive: '',
  promptMention: 'mes (?:instructions|consignes)|message syst[eè]me',
  unknowing: String.raw`je n['’]ai pas (?:pu )?(?:trouvé|trouver|d['’]information|de réponse|cette information|la réponse)|je ne (?:sais|trouve|peux) pas|pas d['’]information`,
  abbreviations: 'm mm mme mlle p pp ex env art dr etc',
}
