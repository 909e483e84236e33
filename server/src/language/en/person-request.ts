import type { PersonRequestWords } from '#server/language/types.ts'

export const personRequest: PersonRequestWords = {
  phrases: `
  speak to human, speak to a human, human agent, live agent, real agent, live person, real person, actual person,
  real human, actual human, human being, live chat, human support, human operator, live operator,
  human representative, live representative, customer service representative, customer service agent, support agent,
  support representative, call me back, get in touch with a person, human please, agent please, speak to manager`,
  talkVerbs: `
  talk talking speak speaking chat chatting contact contacting communicate communicating converse conversing touch
  discuss`,
  linkVerbs: 'connect connecting reach reaching',
  bringVerbs:
    'transfer transferring redirect direct forward put pass give get hand switch escalate refer route bring let assign',
  wishVerbs: 'want need wanna wants prefer require request demand requesting',
  me: 'me us',
  helperRoles: `
  human humans agent agents operator operators representative representatives rep reps supervisor supervisors manager
  managers advisor adviser advisors specialist attendant teammate staff employee csr`,
  anyoneRoles: 'person someone somebody anyone anybody people assistant assistants team individual',
  adjectives: `
  a an the some your to with live real actual human physical another different senior better proper any one of
  customer support service`,
  machines: 'bot bots chatbot robot robots machine machines computer ai algorithm',
  refusals: 'not dont no stop never without tired sick hate instead rather than isnt',
  declined: `
  dont want, do not want, dont need, do not need, dont want to, do not want to, dont need to, do not need to,
  no need to, rather not, dont wish to, without having to, without, dont make me`,
  thirdParty: 'who whom that whose which else i whos',
  serviceDesk: {
    talk: 'talk|talking|speak|speaking|chat|chatting',
    desk: 'customer (?:service|support|care|assistance)|support',
  },
  verbLast: null,
}
