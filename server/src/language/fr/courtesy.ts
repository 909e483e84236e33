import type { CourtesyWords } from '#server/language/types.ts'

export const courtesy: CourtesyWords = {
  greeting: '(?:bonjour|bonsoir|salut)(?:,? #)?',
  welcome: "(?:de rien|je vous en prie|je t['’]en prie|avec plaisir|il n['’]y a pas de quoi)",
  thanks:
    "merci(?: beaucoup| bien)?(?: (?:pour|de) (?:votre|ton|ta) (?:message|question|demande|patience)| de (?:nous|m['’])? ?avoir (?:écrit|contactés?)| de contacter #)?",
  sorry:
    "(?:je suis |nous sommes )?(?:vraiment |sincèrement )?(?:désolée?s?|navrée?s?)(?: (?:de l['’]apprendre|pour la gêne occasionnée|pour ce désagrément|pour cela))?|(?:veuillez )?(?:m['’]|nous )?excuse[rz](?:-moi|-nous)?(?: pour la gêne occasionnée)?|toutes mes excuses|je comprends(?: bien)?",
  gladly:
    "(?:je (?:vous|t['’]) ?aide (?:volontiers|avec plaisir)|volontiers|ravie? de (?:vous|t['’]) ?aider|bonne question|je peux (?:vous|t['’]) ?aider)",
  summary: "(?:voici ce que j['’]ai trouvé|voici comment (?:faire|cela fonctionne)|voilà)",
  anything_else:
    "(?:(?:puis-je|est-ce que je peux) (?:vous|t['’]) ?aider (?:pour|avec|à) (?:autre chose|quelque chose d['’]autre)|(?:avez-vous|as-tu) (?:d['’]autres questions|une autre question)|(?:vous faut-il|te faut-il) autre chose|(?:j['’]espère que )?(?:cela|ça) (?:vous|t['’]) ?aide(?:ra)?|n['’]hésitez pas (?:à (?:me|nous) (?:écrire|demander) )?si vous avez d['’]autres questions)",
  offer_person:
    "(?:(?:souhaitez-vous|voulez-vous|veux-tu|aimeriez-vous) parler (?:à|avec) (?:une personne|quelqu['’]un|un collègue|une collègue|un humain)(?: de (?:notre|l['’]) ?équipe)?|(?:dois-je|puis-je|voulez-vous que je) (?:vous )?(?:mettre|mette) en relation avec (?:une personne|quelqu['’]un|un collègue|une collègue)(?: de (?:notre|l['’]) ?équipe)?)",
  say_more:
    "(?:(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu) (?:m['’]en dire (?:un peu )?plus|(?:me donner|donner) plus de détails|(?:préciser|reformuler)(?: (?:votre|ta) (?:question|demande))?)|de quoi s['’]agit-il(?: exactement)?|comment puis-je (?:vous|t['’]) ?aider(?: aujourd['’]hui)?|que voulez-vous dire|que puis-je faire pour (?:vous|toi))",
  goodbye: '(?:au revoir|bonne (?:journée|soirée)|à bientôt|bon week-end)',
}
