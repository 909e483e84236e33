import type { ComparisonWords } from '#server/language/types.ts'

export const comparison: ComparisonWords = {
  topics: {
    return:
      'rückgabe rückgaben zurückgeben zurückgegeben zurückgibt rücksendung zurücksenden zurückgesendet zurückschicken retoure retouren umtausch umtauschen widerruf widerrufen rückgaberecht widerrufsrecht',
    refund: 'erstattung erstatten erstattet rückerstattung',
    delivery:
      'lieferung lieferungen liefern liefert geliefert versand versenden versendet verschicken verschickt zustellung lieferzeit versandkosten',
    price: 'preis preise kosten kostet gebühr gebühren entgelt',
    warranty: 'garantie gewährleistung',
    hours: 'geöffnet öffnet öffnen öffnungszeiten offen geschlossen schließt schließen ruhetag',
    cancel:
      'stornieren storniert stornierung stornierungen absagen abgesagt absage kündigen kündigung kündbar kündigungsfrist',
    change: 'umbuchen umgebucht umbuchung verschieben',
    booking: 'buchen gebucht buchung buchungen reservieren reserviert reservierung reservierungen',
    appointment: 'termin termine termins',
    register: 'anmelden anmeldung angemeldet einschreibung',
    rent: 'miete mieten mietet gemietet vermietung leihen verleih',
    deposit: 'kaution anzahlung pfand',
    discount: 'rabatt rabatte nachlass ermäßigung ermäßigungen',
    admission: 'eintritt eintrittspreis ticket tickets eintrittskarte eintrittskarten',
    payment: 'zahlung zahlungen zahlen bezahlen bezahlt zahlbar bezahlung',
    card: 'karte karten',
    parking: 'parken parkplatz parkplätze',
    arrival: 'anreise check-in',
    departure: 'abreise check-out',
    pet: 'haustier haustiere',
    email: 'email e-mail mail',
    phone: 'telefon telefonnummer telefonisch anrufen rufnummer nummer',
    address: 'adresse anschrift',
    repair: 'reparatur reparaturen reparieren repariert',
    invoice: 'rechnung rechnungen',
    person: 'personen person gast gäste gästen teilnehmer teilnehmern nutzer besucher',
    weight: 'gewicht wiegen wiegt',
    upload: 'upload uploads hochladen',
  },
  common: `
  normal normale normalen regulär standard ware waren artikel produkt produkte bestellung bestellungen bestellen kauf kunde
  kunden kundin möglich zeit zeiten dauer dauert dauern gilt gelten erhalten bekommen gibt höchstens mindestens maximal
  minimal innerhalb bis ab vor nach pro je alle alles nur auch bitte sagen senden schicken schreiben lautet erreichen
  recht frist fristen höhe regel regeln hinweise hinweis bedingungen information übersicht kontakt tag tage tagen woche
  wochen monat monate monaten jahr jahre jahren stunde stunden minute minuten uhr euro cent nummer platz fasst nehmen
  nimmt hat haben hinterlegen brauchen nötig erforderlich enthalten inklusive inbegriffen kostenlos kostenpflichtig
  gratis frei erlaubt verboten zurzeit derzeit leider immer nie ihre ihrer ihren ihrem sie wir uns geht gehen lang groß
  schwer verstehen beträgt betragen berechnen laden geschäft firma unternehmen unbenutzt unbeschädigt art arten land länder formular liste über unter zwischen original frage fragen`,
  special: `
  express eilig international ausland innerdeutsch kind kinder kindern erwachsene erwachsenen senioren rentner
  studierende studierenden studenten schüler mitglied mitglieder mitgliedern gruppe gruppen familie familien
  wochenende feiertag feiertage feiertagen online sale reduzierte reduzierter ungeöffnet geöffnete gebrauchte digital
  digitale premium basis profi notfall presse erste zweite kleine kleiner kleinen große großer großen privat gewerblich`,
  predicateAfter: `
  ist sind wird werden kann können darf dürfen muss müssen soll sollen war waren sei wurde`,
  afterCommand: 'sie',
  namedAfter: 'in nach aus bei per',
  opposites: {
    free: {
      yes: 'kostenlos kostenfrei gratis gebührenfrei unentgeltlich umsonst',
      no: 'kostenpflichtig gebührenpflichtig aufpreis zuschlag',
    },
    included: {
      yes: 'enthalten inklusive inbegriffen eingeschlossen',
      no: 'zuzüglich exklusive ausgenommen extra zzgl ohne',
    },
    allowed: {
      yes: 'erlaubt gestattet möglich willkommen zulässig akzeptiert',
      no: 'verboten untersagt unmöglich unzulässig ausgeschlossen',
    },
    needed: {
      yes: 'pflicht erforderlich nötig notwendig verpflichtend obligatorisch vorgeschrieben muss',
      no: 'freiwillig optional unnötig',
    },
    open: { yes: 'geöffnet offen öffnet', no: 'geschlossen schließt ruhetag zu' },
    refundable: { yes: 'erstattbar', no: 'nicht_erstattbar' },
  },
  bounds: {
    least: 'mindestens|ab|über|mehr als|von',
    most: 'höchstens|maximal|bis zu|innerhalb von|unter|weniger als|bis',
    from: 'ab|von|nach|seit|ab dem|vom',
    until: 'bis|bis zum|vor|bis um',
  },
  each: 'pro|je|am|im|die|jede[nrs]?',
  age: 'alt(?:e[rnms]?)?',
  workingDays: 'werktage?n?|arbeitstage?n?',
  beforeHour: '',
  minutesInWords: {},
  street: { words: 'straße|strasse|str|weg|platz|allee|gasse|ring|damm|ufer', isFirst: false, numberFirst: false },
}
