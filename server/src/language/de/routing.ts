import type { RoutingWords } from '#server/language/types.ts'

export const routing: RoutingWords = {
  types: {
    technical: {
      strong: `
  bleibt schwarz, passiert nichts, zeigt nichts an, lasst sich nicht, *fehlermeldung*, *absturz*, funktioniert nicht,
  funktioniert nicht mehr, geht nicht, geht nicht mehr, ladt nicht, startet nicht, offnet nicht, fehler,
  fehlermeldung*, absturz*, sturzt, abgesturzt, hangt sich auf, installieren, installation, einrichten, einrichtung,
  neustart*, neu starten, defekt, kaputt, nicht einloggen, nicht anmelden, schwarzer bildschirm`,
      weak: 'langsam, aktualisier*, verbindung*, gerat*, *bildschirm*, display, *akku*, anmeldung, reparier*, klemmt, hakt',
    },
    sales: {
      strong: `
  *rabatt*, sonderangebot*, preis, preise, kostet, kosten, wie viel kostet, wieviel, kaufen, angebot, angebote,
  rabatt*, gutschein*, testversion, kostenlos testen, welcher tarif, welchen tarif, tarife, auf lager, lieferbar,
  unterschied zwischen, empfehl*, interessiere mich`,
      weak: 'tarif, verfugbar*, gunstig*, teuer, paket, geschenk*',
    },
    billing: {
      strong: `
  *rechnung*, *zahlung*, *erstattung*, rechnung*, abgebucht, abbuchung*, erstatt*, ruckerstatt*, geld zuruck,
  zahlung*, bezahl*, kreditkarte*, quittung*, mehrwertsteuer, mwst, lastschrift*, abo kundigen, kundigen, kundigung,
  abonnement, uberweis*, verlangerung`,
      weak: 'abo, gebuhr*, betrag, guthaben, steuer*',
    },
    security: {
      strong: `
  war ich nicht, nicht von mir, dritte, *passwort*, *datenschutz*, *sicherheit*, passwort*, kennwort*, gehackt,
  hacker*, sicherheit*, sicher, betrug*, gestohlen, verdachtig*, datenschutz*, personenbezogen*, meine daten, dsgvo,
  zwei faktor*, zweifaktor*, verschlussel*, phishing, unbefugt*, gesperrt`,
      weak: 'zugriff, angriff, verifizier*, zugang',
    },
    integration: {
      strong: `
  *schnittstelle*, *integration*, integr*, schnittstelle*, anbind*, anbinden, verbinden mit, synchronisier*,
  exportier*, importier*, erweiterung*, einbinden, einbetten`,
      weak: 'entwickler*, verbinden',
    },
    escalation: {
      strong: `
  vorgesetzt*, beschwer*, inakzeptabel, unverschamt*, anwalt, rechtliche schritte, niemand antwortet, niemand meldet,
  zum dritten mal, dringend*, notfall, wutend, reicht mir, frechheit, mit einem menschen, echten menschen, eskalier*`,
      weak: 'enttauscht*, sauer, argerlich',
    },
    feedback: {
      strong: `
  gefallt, gefallen mir, tolle arbeit, schones design, *vorschlag*, feedback, vorschlag*, vorschlage, anregung*,
  ware schon, ware toll, bewertung*, rezension*, umfrage*, verbesser*, lob, loben, gefallt mir, super arbeit,
  gute arbeit, weiter so, meine meinung`,
      weak: 'meinung, wunsch, wunsche',
    },
  },
  subjectFillers: '',
}
