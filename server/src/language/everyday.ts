import type { Language } from '#contracts/languages.ts'

/**
 * Everyday verbs and qualities a paraphrase is made with. Where the evidence lacks one, that weighs half: "valid for" instead of
 * "holds for" is wording, a new thing is not. They support nothing by themselves.
 */
export const EVERYDAY: Record<Language, string> = {
  en: `accept access accompany achieve act activate actual add adjust afford agree aim allow alternative amount announce apply approach approval
    approve arrange arrival arrive ask assemble assign assume attach attempt attend available avoid aware balance base basic become begin behave believe
    belong benefit block book break bring build calculate call cancel capable care carry catch cause change charge check clean clear click close
    collect combine come comfortable common compare complete concern condition confirm connect consider consist contain continue control convenient
    convert cost count cover create current custom cut decide deduct default delay deliver depend describe deserve design detail determine develop
    different difficult direct disable discover discuss display distribute divide double drop due earn edit effect embed enable end enjoy enough
    ensure enter entire equal estimate exact examine exceed except exchange exclude exist expect expire explain extend extra face fail fair
    familiar fast fill final finish fit fix follow force form forward free frequent full gain gather generate gentle grab grant grow guide handle
    happen hard head heavy high hold identify immediate improve include increase individual inform initial insert inside install intend involve issue
    join keep kind lack large last late lead leave length let level light limit list live load local locate lock long lose low maintain major make
    manage manual mark match matter maximum measure mention method minimum minor miss mistake modify monitor move multiple name necessary need neat
    new nice normal note notice notify obtain occur offer open operate order organise original own pair part particular pass pause pay perform
    permanent pick place plan point position possible post practice prefer prepare present press prevent previous print prior private proceed process produce proper protect
    prove provide public pull purchase purpose push put quality question quick raise range rate reach read ready real receive recent recommend record
    reduce refer refuse regular reject relate release rely remain remember remind remove renew rent repeat replace report request require reschedule reserve
    reset resolve respond rest restore result retain retry return reuse review run safe save schedule seat section secure select separate serve set settle
    setup share short show sign similar simple single size skip slight slow small smooth solution solve sort special specific spend split spread stable
    standard start state status stay step stop store straight strict strong submit subscribe successful suffer suggest suit supply suppose switch
    system tend term test time tip top total touch track transfer travel treat trigger true try turn typical unable under undo unique
    update upload use usual vary verify version visible visit volume want warn wash watch way weak wear weather whole wide work worth write wrong`,
  es: `aceptar activar actual ajustar alcanzar aplicar aprobar aumentar avisar bajar cambiar cargar cerrar cobrar comenzar compartir completar comprobar conectar
    confirmar conseguir conservar considerar consistir contar contener continuar correcto corregir crear dar dejar depender desactivar descontar desear desde
    devolver disponible distinto durar efectuar elegir eliminar empezar encontrar entregar enviar escribir esperar establecer estar evitar existir
    facilitar final funcionar ganar gratuito guardar hacer igual importante imprimir incluir indicar informar ingresar iniciar instalar introducir ir
    largo limitar llegar llevar mantener marcar mejor mostrar mover necesario normal notificar nuevo obtener ocurrir ofrecer ordenar original pagar
    parecer pasar pedir permanecer permitir poner posible preferir preparar presentar probar procesar proporcionar quedar quitar realizar recibir
    recoger recomendar reducir registrar renovar repetir requerir reservar resolver revisar seguir seleccionar separado siguiente simple solicitar solucionar
    subir suficiente tener terminar tomar trabajar traer usar utilizar válido venir verificar volver`,
  fr: `accepter activer actuel afficher ajouter ajuster appliquer apporter approuver arriver attendre augmenter autoriser avoir baisser bloquer changer charger
    choisir cliquer commencer comparer compléter compter conclure confirmer connecter conserver considérer consister consulter contenir continuer corriger coûter
    créer débuter décider déduire demander démarrer dépendre déposer désactiver devenir différent disponible donner durer effectuer éliminer envoyer
    essayer être éviter exister expliquer facile facturer faire fermer final finir fixer fonctionner fournir garder gérer gratuit imprimer inclure
    indiquer informer installer laisser limiter lire livrer maintenir marquer mettre modifier montrer nécessaire normal noter nouveau obtenir
    offrir ouvrir paraître partager passer payer permettre placer porter possible pouvoir préférer prendre préparer présenter prévoir procéder recevoir
    récupérer réduire régler remettre remplacer remplir rendre renouveler renvoyer répéter réserver résoudre rester retirer revenir sélectionner suffire
    suivre supprimer terminer tester tourner traiter transférer trouver utiliser valable valide venir vérifier voir vouloir`,
  de: `abholen abschließen abziehen aktivieren aktuell anbieten ändern anfangen anfordern angeben anmelden annehmen anpassen anzeigen arbeiten aufbewahren aufnehmen
    ausfüllen ausreichen auswählen beachten bearbeiten beginnen behalten bekommen benachrichtigen benötigen benutzen berechnen bestätigen bestehen bezahlen bieten
    bleiben brauchen bringen deaktivieren dauern einfach eingehen eingeben einloggen einreichen einrichten einstellen eintreffen empfehlen enden enthalten entfernen
    entscheiden erfolgen erforderlich erhalten erhöhen erlauben eröffnen ersetzen erstellen erwarten fallen fertig festlegen finden folgen funktionieren
    geben gehen gelten genügen geöffnet geschlossen gewähren gültig haben halten hinzufügen hochladen holen informieren kommen kosten laden laufen legen
    leisten liefern liegen löschen lösen machen melden mitbringen mitteilen möglich nehmen normal notwendig nutzen öffnen passen prüfen reichen
    schicken schließen senden setzen sparen speichern starten stattfinden stellen stornieren suchen teilen testen tragen überprüfen übernehmen unterschiedlich
    verändern vereinbaren verfügbar verlängern verschieben versenden verwenden vorbereiten vorhanden vornehmen wählen warten wechseln werden zahlen zeigen zurückgeben zustellen`,
}
