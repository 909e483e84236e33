import type { AgentType } from '#contracts/agent/agent.ts'

/*
 * What questions of a kind are recognised by, in the four languages together. All is matched against text in lower case, without
 * accents and apostrophes, with single blanks: `refund*` is the beginning of a word, `*rabatt*` any part of one
 * (German puts words together), `credit card` several whole words. What stands
 * under `strong` says of itself what is meant; what stands under `weak` needs a companion, or the lack of anything stronger.
 */
type Words = { strong: string; weak: string }

export const LEXICON: Record<Exclude<AgentType, 'general'>, Words> = {
  technical: {
    strong: `
      no puedo conectar, no puedo conectarme, cant sign on, weird sound, strange noise, blinks red, error light,
      shows nothing, nothing happens, does nothing, stays black, turn it on, wont turn on, doesnt turn on, cannot upload, cant upload, cannot open, cant open, cannot download, keeps stopping, stops working, out of order, no longer works, ne demarre, ne sallume, bleibt schwarz, passiert nichts, zeigt nichts an, lasst sich nicht, no se enciende, no pasa nada, no me deja, *fehlermeldung*, *absturz*,
      error, errors, bug, bugs, buggy, crash*, glitch*, freez*, frozen, troubleshoot*, not working, isnt working, doesnt work, does not work, dont work, wont work, stopped working,
      wont load, not loading, doesnt load, wont open, wont start, cant connect, cannot connect, blank screen, white screen, black screen, keeps crashing, error code, malfunction*, defective,
      install*, uninstall*, set up, setting up, setup, firmware, reboot*, restart*, cant log in, cannot log in, cant sign in, unable to log in, driver, drivers, is broken, stuck on,
      no funciona, no funcionan, no carga, no abre, no arranca, no enciende, no conecta, se bloquea, se cuelga, pantalla negra, pantalla en blanco, fallo tecnico, falla*, instalar, instalacion, configurar, reiniciar,
      no puedo entrar, no puedo iniciar sesion, averia*, mensaje de error,
      ne fonctionne pas, ne fonctionne plus, ne marche pas, ne marche plus, ne charge pas, ne souvre pas, ne demarre pas, erreur*, bogue*, plante, plantage*, ecran noir, ecran blanc, installer, installation, configurer, redemarrer,
      en panne, narrive pas a me connecter, impossible de me connecter, depannage,
      funktioniert nicht, funktioniert nicht mehr, geht nicht, geht nicht mehr, ladt nicht, startet nicht, offnet nicht, fehler, fehlermeldung*, absturz*, sturzt, abgesturzt, hangt sich auf, installieren, installation, einrichten, einrichtung,
      neustart*, neu starten, defekt, kaputt, nicht einloggen, nicht anmelden, schwarzer bildschirm`,
    weak: `
      broken, slow, update, updates, updating, screen, display, printer, browser, app, login, log in, load, loading, upload*, download*, connection, wifi, bluetooth, device, battery, configure, fix, offline, noise, squeak*, brake*, stops, stopped, stuck,
      lento, lenta, actualiza*, navegador, conexion, aplicacion, dispositivo, bateria, pantalla, arreglar,
      lent, lente, mise a jour, navigateur, connexion, appareil, batterie, ecran, reparer,
      langsam, aktualisier*, verbindung*, gerat*, *bildschirm*, display, *akku*, anmeldung, reparier*, klemmt, hakt`,
  },
  sales: {
    strong: `
      what would, units cost, cost us, volume discount, looking to buy, thinking of buying, want to order, place an order, gift for, present for, *rabatt*, sonderangebot*, remise*, idee cadeau, regalo para,
      price, prices, pricing, how much does, how much is, how much are, how much do, quote, buy, buying, purchase, upgrade, upgrading, demo, free trial, discount*, coupon*, promo, promotion*, which plan, what plans, plans do you, compare plans, difference between,
      enterprise plan, pro plan, in stock, out of stock, back in stock, bulk order, wholesale, volume, student discount, recommend*, gift card, gift cards, which model, which size, interested in,
      precio, precios, cuanto cuesta, cuanto cuestan, cuanto vale, comprar, compra, presupuesto, descuento*, oferta, ofertas, prueba gratuita, prueba gratis, que plan, planes, hay stock, en stock, diferencia entre, recomiend*, cupon, me interesa,
      prix, tarif, tarifs, combien coute, combien coutent, combien ca coute, acheter, achat, devis, remise, reduction*, promo, promotion*, essai gratuit, quelle offre, quelles offres, en stock, difference entre, recommand*, conseillez, bon cadeau,
      preis, preise, kostet, kosten, wie viel kostet, wieviel, kaufen, angebot, angebote, rabatt*, gutschein*, testversion, kostenlos testen, welcher tarif, welchen tarif, tarife, auf lager, lieferbar, unterschied zwischen, empfehl*, interessiere mich`,
    weak: `
      cost, costs, plan, plans, trial, offer, offers, sell, available, availability, seats, gift, cheap, cheaper, cheapest, expensive, package, packages, for schools, for charities,
      plan, disponible*, talla, barato, barata, mas barato, caro, paquete, regalo,
      offre, offres, disponible*, taille, cher, moins cher, forfait, essai, cadeau,
      tarif, verfugbar*, gunstig*, teuer, paket, geschenk*`,
  },
  billing: {
    strong: `
      card details, card number, took the money, taken twice, two times, new card,
      bank statement, my statement, wrong amount, amount is wrong, standing order, *rechnung*, *zahlung*, *erstattung*, importe incorrecto, montant errone,
      invoice*, bill, bills, billing, billed, charged, overcharged, double charge, double charged, charged twice, unknown charge, refund*, money back, payment, payments, credit card, debit card, card declined, card was declined, receipt, receipts, direct debit,
      cancel my subscription, cancel subscription, cancel my plan, renewal, auto renew*, vat, sales tax, tax invoice, pay by, pay with, payment method, bank transfer, iban, paypal, deposit, instalment*, installment*, chargeback*, prorat*,
      factura, facturas, facturacion, cobro, cobros, cobrado, cobraron, cobrar, reembols*, devolucion del dinero, pago, pagos, pagar, tarjeta de credito, tarjeta rechazada, tarjeta, recibo, iva, cancelar mi suscripcion, cancelar la suscripcion, renovacion, transferencia, domiciliacion,
      facture*, facturation, preleve*, prelevement*, debite*, rembours*, paiement*, payer, paye, carte bancaire, carte de credit, recu de paiement, tva, resilier, resiliation, abonnement, renouvellement, virement,
      rechnung*, abgebucht, abbuchung*, erstatt*, ruckerstatt*, geld zuruck, zahlung*, bezahl*, kreditkarte*, quittung*, mehrwertsteuer, mwst, lastschrift*, abo kundigen, kundigen, kundigung, abonnement, uberweis*, verlangerung`,
    weak: `
      charge, charges, pay, paid, subscription, subscriptions, cancel, renew*, tax, account balance, balance, fee, fees, amount, statement,
      suscripcion, cancelar, cargo, cargos, saldo, importe,
      annuler, solde, frais, montant,
      abo, gebuhr*, betrag, guthaben, steuer*`,
  },
  security: {
    strong: `
      broken into, broke into, tried to log in, cuenta robada,
      that was not me, wasnt me, was not me, not by me, logged in from, login from, sign in from, third parties, share my data, sell my data, strange login, strange email, take over my account, no fui yo, terceros, ce netait pas moi, tiers, war ich nicht, nicht von mir, dritte, *passwort*, *datenschutz*, *sicherheit*,
      password*, passcode, hack*, breach*, phish*, suspicious, fraud*, stolen, two factor, two-factor, 2fa, mfa, authenticator, one time code, unauthorized*, unauthorised*, privacy, gdpr, data protection, personal data, delete my data, erase my data, my data,
      locked out, compromised, scam*, encrypt*, vulnerab*, security, secure, identity theft, someone else logged, unknown login, unknown device, unrecognized, unrecognised,
      contrasena*, hacke*, seguridad, seguro, segura, fraude*, robad*, robaron, sospechos*, privacidad, datos personales, mis datos, proteccion de datos, doble factor, dos factores, rgpd, estafa*, cifrad*, phishing, suplant*,
      mot de passe, mots de passe, pirat*, securite, securise*, fraude*, vole, volee, suspect*, confidentialite, donnees personnelles, mes donnees, protection des donnees, double authentification, deux facteurs, rgpd, arnaque*, chiffre*, hameconnage, usurp*,
      passwort*, kennwort*, gehackt, hacker*, sicherheit*, sicher, betrug*, gestohlen, verdachtig*, datenschutz*, personenbezogen*, meine daten, dsgvo, zwei faktor*, zweifaktor*, verschlussel*, phishing, unbefugt*, gesperrt`,
    weak: `access, login attempt, attack, virus, malware, cookies, lost my phone, verify, verification, safe, acceso, ataque, verificacion, bloqueada, bloqueado, acces, attaque, bloque, bloquee, zugriff, angriff, verifizier*, zugang`,
  },
  integration: {
    strong: `
      outlook, sap, crm, erp, google drive, dropbox, teams, notion, quickbooks, xero, stripe, mailchimp, rest endpoint, sync my, does not sync, *schnittstelle*, *integration*,
      api, apis, webhook*, integrat*, zapier, slack, salesforce, hubspot, shopify, woocommerce, wordpress, magento, sdk, oauth, endpoint*, api key, rest api, graphql, plugin*, plug in, connector*, sso, saml, single sign on, embed*, widget, csv, google sheets, google calendar,
      microsoft teams, jira, github, rate limit*, json, postman, calendar feed, import my, export my, sync with, connect it to, connect with, connect to my,
      integra*, conectar con, conectarlo con, sincronizar con, exportar, importar, complemento*, extension,
      integr*, connecter a, connecter avec, synchroniser avec, exporter, importer, extension, module complementaire,
      integr*, schnittstelle*, anbind*, anbinden, verbinden mit, synchronisier*, exportier*, importier*, erweiterung*, einbinden, einbetten`,
    weak: `import, export, sync*, connect, connecting, developer*, script, conectar, desarrollador*, connecter, developpeur*, entwickler*, verbinden, software`,
  },
  escalation: {
    strong: `
      manager, supervisor, complain, complaint*, complaining, unacceptable, furious, outrageous, ridiculous, disgrace*, lawyer, legal action, sue, escalate*, third time, fourth time, nobody answers, no one answers, still no reply, still waiting, fed up, terrible service, worst,
      emergency, urgent, asap, speak to a person, talk to a person, speak to a human, talk to a human, real person, human agent, consumer protection, ombudsman, incompetent, ignored, had enough,
      gerente, supervisor, encargado, queja, quejas, quejarme, reclamacion*, inaceptable, furios*, abogado, denuncia*, nadie responde, nadie contesta, tercera vez, harto, harta, urgente, emergencia, pesimo, hablar con una persona, persona real, verguenza,
      superieur, plainte, reclamation*, me plaindre, inacceptable, furieu*, avocat, personne ne repond, troisieme fois, urgent, urgence, scandal*, honteux, ras le bol, parler a une personne, parler a un humain, vrai conseiller,
      vorgesetzt*, beschwer*, inakzeptabel, unverschamt*, anwalt, rechtliche schritte, niemand antwortet, niemand meldet, zum dritten mal, dringend*, notfall, wutend, reicht mir, frechheit, mit einem menschen, echten menschen, eskalier*`,
    weak: `upset, angry, disappointed, frustrat*, awful, supervisor, enfadad*, decepcionad*, decu, decue, colere, enttauscht*, sauer, argerlich`,
  },
  feedback: {
    strong: `
      you should add, you should have, you should offer, why dont you add, why not add, night theme, dark mode, please build, nice work, amazing work, well made, i like, i really like, gefallt, gefallen mir, tolle arbeit, schones design, deberian, deberiais, me gusta, vous devriez, jaime, *vorschlag*,
      feedback, suggest, suggestion*, feature request*, an idea, my idea, would be great, would be nice, would love to see, it would help if, i wish, please add, could you add, review, reviews, leave a review, rating, survey, testimonial, improve, improvement*, compliment*, well done, great job, love your, love the, i love, my opinion,
      keep up the good work, impressed,
      sugerencia*, sugerir, comentario*, opinion, opiniones, valoracion, resena*, encuesta*, mejorar, mejora, mejoras, seria genial, estaria bien, me encanta, felicidades, enhorabuena, buen trabajo,
      suggestion*, suggerer, avis, commentaire*, ameliorer, amelioration*, ce serait bien, ce serait genial, sondage, jadore, bravo, felicitations, beau travail, retour dexperience,
      feedback, vorschlag*, vorschlage, anregung*, ware schon, ware toll, bewertung*, rezension*, umfrage*, verbesser*, lob, loben, gefallt mir, super arbeit, gute arbeit, weiter so, meine meinung`,
    weak: `idea, ideas, wish, opinion, thoughts, idee, idees, meinung, wunsch, wunsche`,
  },
}

/** How a chat was opened says what it is probably about, until the words say otherwise. */
export const CONTEXT_TYPE = { technical: 'technical', billing: 'billing', issue: 'technical', general: null } as const
