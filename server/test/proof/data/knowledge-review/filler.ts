import type { Language } from '#contracts/languages.ts'
import type { PlantedEntry } from './planted.ts'

type Nouns = Readonly<Record<Language, string>>

/** What entries that contradict nothing are about, each with its own article, so that sentences of it are whole. */
const NOUNS: Readonly<Record<'tuned' | 'held-out', Nouns>> = {
  tuned: {
    en: 'kettle,toaster,blender,grinder,scale,freezer,juicer,mixer,fryer,steamer,griddle,cooker,waffle iron,ice maker,rice pot,bread slicer,milk jug,soda maker,wine cooler,teapot',
    de: 'Wasserkocher,Toaster,Entsafter,Mixer,Gefrierschrank,Dampfgarer,Grill,Backofen,Kühlschrank,Staubsauger,Ventilator,Heizlüfter,Luftfilter,Wäschetrockner,Rasierer,Epilierer,Eierkocher,Milchschäumer,Allesschneider',
    es: 'hervidor,tostador,exprimidor,congelador,ventilador,aspirador,secador,calefactor,molinillo,asador,microondas,lavavajillas,termo,radiador,humidificador,cepillo,grill,filtro,soplete',
    fr: 'grille-pain,mixeur,congélateur,ventilateur,aspirateur,radiateur,humidificateur,four,réfrigérateur,hachoir,presse-agrumes,batteur,cuiseur,moulin,gaufrier,rasoir,lave-linge,sèche-linge,purificateur',
  },
  'held-out': {
    en: 'tent,canoe,telescope,violin,drone,sewing machine,lantern,backpack,hammock,compass,tripod,wetsuit,surfboard,snowshoe,ladder,lawnmower,chainsaw,wheelbarrow,greenhouse,kite',
    de: 'Schlafsack,Rucksack,Kompass,Bohrer,Akkuschrauber,Hochdruckreiniger,Gartenschlauch,Sonnenschirm,Strandkorb,Fernseher,Drucker,Scanner,Lautsprecher,Kopfhörer,Verstärker,Plattenspieler,Beamer,Monitor,Router',
    es: 'saco,telescopio,tambor,violín,taladro,martillo,cortacésped,invernadero,paraguas,columpio,trineo,patín,casco,chaleco,remo,altavoz,monitor,teclado,proyector',
    fr: 'sac,télescope,violon,tambour,taille-haie,marteau,perceuse,parasol,hamac,canoë,gilet,casque,traîneau,haut-parleur,écran,clavier,projecteur,routeur,amplificateur',
  },
}

/** `#` is the noun, `$n` one of some values of its own. */
const TEXTS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'How much is the #? | The # costs $n euros.',
    'Warranty of the # | The warranty on the # is $n months.',
    'How heavy is the #? | The # weighs $n kg.',
    'Delivery of the # | The # is delivered within $n working days.',
    'Renting the # | The # can be rented for $n euros a day.',
    'Can I return the #? | The # can be returned within $n days.',
    'Cleaning the # | Clean the # every $n weeks with warm water.',
    'Repair of the # | A repair of the # takes $n days.',
    'Deposit for the # | The deposit for the # is $n euros.',
    'Is the # in stock? | Yes, $n pieces of the # are in stock.',
  ],
  de: [
    'Was kostet der #? | Der # kostet $n Euro.',
    'Garantie für den # | Die Garantie für den # beträgt $n Monate.',
    'Wie schwer ist der #? | Der # wiegt $n kg.',
    'Lieferung des # | Der # wird innerhalb von $n Werktagen geliefert.',
    'Miete für den # | Der # kostet zur Miete $n Euro am Tag.',
    'Kann ich den # zurückgeben? | Der # kann innerhalb von $n Tagen zurückgegeben werden.',
    'Pflege des # | Reinigen Sie den # alle $n Wochen mit Wasser.',
    'Reparatur des # | Eine Reparatur des # dauert $n Tage.',
    'Kaution für den # | Die Kaution für den # beträgt $n Euro.',
    'Ist der # vorrätig? | Ja, vom # sind $n Stück vorrätig.',
  ],
  es: [
    '¿Cuánto cuesta el #? | El # cuesta $n euros.',
    'Garantía del # | La garantía del # es de $n meses.',
    '¿Cuánto pesa el #? | El # pesa $n kg.',
    'Entrega del # | El # se entrega en $n días.',
    'Alquiler del # | El # se alquila por $n euros al día.',
    '¿Puedo devolver el #? | El # se puede devolver en $n días.',
    'Limpieza del # | Limpie el # cada $n semanas con agua.',
    'Reparación del # | La reparación del # tarda $n días.',
    'Fianza del # | La fianza del # es de $n euros.',
    '¿Hay existencias del #? | Sí, hay $n unidades del #.',
  ],
  fr: [
    'Combien coûte le # ? | Le # coûte $n euros.',
    'Garantie du # | La garantie du # est de $n mois.',
    'Combien pèse le # ? | Le # pèse $n kg.',
    'Livraison du # | Le # est livré sous $n jours.',
    'Location du # | Le # se loue $n euros par jour.',
    'Puis-je retourner le # ? | Le # peut être retourné sous $n jours.',
    'Entretien du # | Nettoyez le # toutes les $n semaines avec de l’eau.',
    'Réparation du # | La réparation du # dure $n jours.',
    'Caution du # | La caution du # est de $n euros.',
    'Le # est-il en stock ? | Oui, il y a $n pièces du #.',
  ],
}

/** So many values differ from noun to noun and from text to text. */
const VALUES = 37

/** Entries that contradict nothing: the same sentences of many things, each with values of its own. */
export function fillerOf(set: 'tuned' | 'held-out', count: number): PlantedEntry[] {
  const all = Object.entries(NOUNS[set]).flatMap(([language, nouns]) =>
    nouns.split(',').flatMap((noun, at) =>
      TEXTS[language as Language].map((written, text): PlantedEntry => {
        const value = String(3 + ((at * 7 + text * 5) % VALUES))
        const [title = '', answer = ''] = written.replaceAll('#', noun).replaceAll('$n', value).split(' | ')
        return { language: language as Language, title, text: answer }
      }),
    ),
  )
  return all.slice(0, count)
}
