import type { PersonRequestWords } from '#server/language/types.ts'

export const personRequest: PersonRequestWords = {
  phrases: `
  agente humano, persona real, persona de verdad, ser humano, atencion humana, asesor humano, operador humano,
  agente real, hablar con un humano, agente en vivo, chat en vivo, soporte humano, agente de verdad, que me llamen,
  llamadme`,
  talkVerbs: `
  hablar hable hablo hablamos conversar charlar chatear contactar contactarme comunicarme comunicar comunicarse
  contacto contacte`,
  linkVerbs: 'conectar conectarme localizar',
  bringVerbs: `
  transferir transferirme transfiere transfiera transfieran transfierame pasar paseme pasame paseme ponme pongame
  ponganme pasenme comunicame comuniqueme deme dame conecteme conectame`,
  wishVerbs: 'quiero necesito prefiero exijo quisiera solicito pido',
  me: 'me meme nos',
  helperRoles: `
  humano humana humanos agente agentes operador operadora operadores representante representantes supervisor
  supervisora gerente encargado encargada asesor asesora asesores responsable empleado empleada jefe`,
  anyoneRoles: 'persona personas alguien asistente asistentes equipo',
  adjectives: 'un una el la los las su con a hablar otro otra verdadero verdadera real',
  machines: 'bot robot robots maquina ia',
  refusals: 'sin basta odio harto harta',
  declined: 'no quiero, no necesito, sin tener que, sin, no hace falta',
  thirdParty: 'que quien',
  serviceDesk: { talk: 'hablar', desk: 'atencion al cliente|servicio al cliente|soporte' },
  verbLast: null,
}
