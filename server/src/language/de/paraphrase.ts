import type { Paraphrase } from '#server/language/types.ts'

export const paraphrase: Paraphrase = {
  courtesy: `
  absolut allgemein angabe angaben angelegenheit anfrage anliegen antwort antworten assistent assistentin auskunft
  ausführen bedauere bedaure beantworten bedanken bedeuten beispiel beispielsweise bescheid bestimmt bitten chat danke
  dank details direkt eindeutig entschuldigen entschuldigung erklären erreichen erstellen finden folgend folgende
  folgenden fragen frag freundlich freut freue freuen frustrierend gefunden generell genau gerne gern gespräch hallo
  helfen helfe hilfe hilfreich hinweis hoffe information informationen ja kann kein keine klar klären kollege kollegen
  kollegin kontakt kontaktieren konkret kunde kundin kurz leid leider liste liegt mensch menschlich melden mitarbeiter
  mitarbeiterin mitteilen möchten möglichkeit moment mögen nachricht natürlich nennen normalerweise option optionen
  person persönlich problem rückmeldung sagen schildern schreiben schritt schritte selbstverständlich sicher situation
  sprechen stehen support tut team teilen ticket tun umformulieren unannehmlichkeit unannehmlichkeiten unterstützen
  unterstützung unbedingt verbinden verfügung verstehe verstehen verständlich virtuell weiterhelfen weiterleiten
  weitergeben weiter weitere weiteren wenden willkommen wünschen zögern zusammenfassung`,
  joining: `
  aber allerdings anschließend außerdem außerhalb bereits beide beiden bevor dabei dadurch dafür danach dann daher
  davor dazu dennoch deshalb ebenfalls eher etwa falls ferner gegebenenfalls hierbei hierfür hierzu innerhalb
  insbesondere jede jeder jedes jedoch jeweils lediglich mindestens höchstens nachdem nächste nächsten nun obwohl
  sobald sodass sofern sofort sogar somit sonst sowie sowohl trotzdem ungefähr während wobei wodurch womit zudem
  zuerst zunächst zusätzlich automatisch direkt unmittelbar artikel sache ab bis unter über muss müssen kann können`,
  everyday: `
  abholen abschließen abziehen aktivieren aktuell anbieten ändern anfangen anfordern angeben anmelden annehmen
  anpassen anzeigen arbeiten aufbewahren aufnehmen ausfüllen ausreichen auswählen beachten bearbeiten beginnen
  behalten bekommen benachrichtigen benötigen benutzen berechnen bestätigen bestehen bezahlen bieten bleiben brauchen
  bringen deaktivieren dauern einfach eingehen eingeben einloggen einreichen einrichten einstellen eintreffen
  empfehlen enden enthalten entfernen entscheiden erfolgen erforderlich erhalten erhöhen erlauben eröffnen ersetzen
  erstellen erwarten fallen fertig festlegen finden folgen funktionieren geben gehen gelten genügen geöffnet
  geschlossen gewähren gültig haben halten hinzufügen hochladen holen informieren kommen kosten laden laufen legen
  leisten liefern liegen löschen lösen machen melden mitbringen mitteilen möglich nehmen normal notwendig nutzen
  öffnen passen prüfen reichen schicken schließen senden setzen sparen speichern starten stattfinden stellen
  stornieren suchen teilen testen tragen überprüfen übernehmen unterschiedlich verändern vereinbaren verfügbar
  verlängern verschieben versenden verwenden vorbereiten vorhanden vornehmen wählen warten wechseln werden zahlen
  zeigen zurückgeben zustellen`,
}
