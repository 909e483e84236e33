import type { RoutingWords } from '#server/language/types.ts'

export const routing: RoutingWords = {
  types: {
    technical: {
      strong: `
  cant sign on, weird sound, strange noise, blinks red, error light, shows nothing, nothing happens, does nothing,
  stays black, turn it on, wont turn on, doesnt turn on, cannot upload, cant upload, cannot open, cant open,
  cannot download, keeps stopping, stops working, out of order, no longer works, error, errors, bug, bugs, buggy,
  crash*, glitch*, freez*, frozen, troubleshoot*, not working, isnt working, doesnt work, does not work, dont work,
  wont work, stopped working, wont load, not loading, doesnt load, wont open, wont start, cant connect,
  cannot connect, blank screen, white screen, black screen, keeps crashing, error code, malfunction*, defective,
  install*, uninstall*, set up, setting up, setup, firmware, reboot*, restart*, cant log in, cannot log in,
  cant sign in, unable to log in, driver, drivers, is broken, stuck on`,
      weak: `
  broken, slow, update, updates, updating, screen, display, printer, browser, app, login, log in, load, loading,
  upload*, download*, connection, wifi, bluetooth, device, battery, configure, fix, offline, noise, squeak*, brake*,
  stops, stopped, stuck`,
    },
    sales: {
      strong: `
  what would, units cost, cost us, volume discount, looking to buy, thinking of buying, want to order,
  place an order, gift for, present for, price, prices, pricing, how much does, how much is, how much are,
  how much do, quote, buy, buying, purchase, upgrade, upgrading, demo, free trial, discount*, coupon*, promo,
  promotion*, which plan, what plans, plans do you, compare plans, difference between, enterprise plan, pro plan,
  in stock, out of stock, back in stock, bulk order, wholesale, volume, student discount, recommend*, gift card,
  gift cards, which model, which size, interested in`,
      weak: `
  cost, costs, plan, plans, trial, offer, offers, sell, available, availability, seats, gift, cheap, cheaper,
  cheapest, expensive, package, packages, for schools, for charities`,
    },
    billing: {
      strong: `
  card details, card number, took the money, taken twice, two times, new card, bank statement, my statement,
  wrong amount, amount is wrong, standing order, invoice*, bill, bills, billing, billed, charged, overcharged,
  double charge, double charged, charged twice, unknown charge, refund*, money back, payment, payments, credit card,
  debit card, card declined, card was declined, receipt, receipts, direct debit, cancel my subscription,
  cancel subscription, cancel my plan, renewal, auto renew*, vat, sales tax, tax invoice, pay by, pay with,
  payment method, bank transfer, iban, paypal, deposit, instalment*, installment*, chargeback*, prorat*`,
      weak: `
  charge, charges, pay, paid, subscription, subscriptions, cancel, renew*, tax, account balance, balance, fee, fees,
  amount, statement`,
    },
    security: {
      strong: `
  broken into, broke into, tried to log in, that was not me, wasnt me, was not me, not by me, logged in from,
  login from, sign in from, third parties, share my data, sell my data, strange login, strange email,
  take over my account, password*, passcode, hack*, breach*, phish*, suspicious, fraud*, stolen, two factor,
  two-factor, 2fa, mfa, authenticator, one time code, unauthorized*, unauthorised*, privacy, gdpr, data protection,
  personal data, delete my data, erase my data, my data, locked out, compromised, scam*, encrypt*, vulnerab*,
  security, secure, identity theft, someone else logged, unknown login, unknown device, unrecognized, unrecognised`,
      weak: 'access, login attempt, attack, virus, malware, cookies, lost my phone, verify, verification, safe',
    },
    integration: {
      strong: `
  outlook, sap, crm, erp, google drive, dropbox, teams, notion, quickbooks, xero, stripe, mailchimp, rest endpoint,
  sync my, does not sync, api, apis, webhook*, integrat*, zapier, slack, salesforce, hubspot, shopify, woocommerce,
  wordpress, magento, sdk, oauth, endpoint*, api key, rest api, graphql, plugin*, plug in, connector*, sso, saml,
  single sign on, embed*, widget, csv, google sheets, google calendar, microsoft teams, jira, github, rate limit*,
  json, postman, calendar feed, import my, export my, sync with, connect it to, connect with, connect to my`,
      weak: 'import, export, sync*, connect, connecting, developer*, script, software',
    },
    escalation: {
      strong: `
  manager, supervisor, complain, complaint*, complaining, unacceptable, furious, outrageous, ridiculous, disgrace*,
  lawyer, legal action, sue, escalate*, third time, fourth time, nobody answers, no one answers, still no reply,
  still waiting, fed up, terrible service, worst, emergency, urgent, asap, speak to a person, talk to a person,
  speak to a human, talk to a human, real person, human agent, consumer protection, ombudsman, incompetent, ignored,
  had enough`,
      weak: 'upset, angry, disappointed, frustrat*, awful, supervisor',
    },
    feedback: {
      strong: `
  you should add, you should have, you should offer, why dont you add, why not add, night theme, dark mode,
  please build, nice work, amazing work, well made, i like, i really like, feedback, suggest, suggestion*,
  feature request*, an idea, my idea, would be great, would be nice, would love to see, it would help if, i wish,
  please add, could you add, review, reviews, leave a review, rating, survey, testimonial, improve, improvement*,
  compliment*, well done, great job, love your, love the, i love, my opinion, keep up the good work, impressed`,
      weak: 'idea, ideas, wish, opinion, thoughts',
    },
  },
  subjectFillers: `
  with from that this your help support questions question information basics finding right problems changes rules
  general customer customers about`,
}
