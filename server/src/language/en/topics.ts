import type { TopicWords } from '#server/language/types.ts'

export const topics: TopicWords = {
  refund: 'refund(s|ed|ing)?|money back',
  double_charge: '(charged|billed|paid) (\\w+ )?twice|double[- ]?charged?|overcharged',
  invoice: 'invoices?|receipts?|billing statement',
  subscription: 'subscriptions?|my plan|renewals?|cancel (my|the) (plan|account|membership)',
  payment: 'payments?|pay(ing)?|credit card|debit card|charged?|charges|billing',
  password: 'passwords?',
  second_factor: '2fa|two[- ]factor|authenticator|verification code|one[- ]time code',
  locked_account: 'locked out|account (is |was |has been )?(locked|disabled|blocked)',
  sign_in: 'log ?in|logging in|log me in|sign ?in|signing in',
  integration: 'api|webhooks?|integrations?|sdk',
  installation: 'install(s|ed|ing|ation)?|set ?up',
  slow: 'slow|lag(s|gy|ging)?|takes forever',
  connection: 'connection|disconnect(s|ed)?|offline|wi-?fi|bluetooth|pairing',
  error: 'errors?|error code|exception',
  broken:
    '(not|isnt|doesnt|dont|wont|stopped|never) (work|works|working|load|loads|loading|open|opening|start|starting|respond|responding)|broken|crash(es|ed|ing)?|bugs?|frozen|freezes',
}
