import type { ComparisonWords } from '#server/language/types.ts'

export const comparison: ComparisonWords = {
  topics: {
    return: 'return returns returned returning send_back sent_back give_back withdrawal',
    refund: 'refund refunds refunded reimbursement money_back',
    delivery: 'delivery deliver delivered delivers deliveries shipping ship ships shipped shipment dispatch',
    price: 'price prices cost costs costing fee fees charge charges rate rates fare',
    warranty: 'warranty warranties guarantee guaranteed guarantees covered',
    hours: 'open opens opening close closes closed closing hours',
    cancel: 'cancel cancels cancelled canceled cancelling canceling cancellation cancellations',
    change: 'rebook rebooked reschedule rescheduled',
    booking: 'book booked booking bookings reserve reserved reservation reservations',
    appointment: 'appointment appointments',
    register: 'register registration sign_up enrol enroll enrolment enrollment',
    rent: 'rent rents rented rental renting hire hired',
    deposit: 'deposit deposits',
    discount: 'discount discounts rebate reduction',
    admission: 'admission entry entrance ticket tickets',
    payment: 'pay pays paid paying payment payments payable',
    card: 'card cards',
    parking: 'parking park car_park',
    arrival: 'checkin check-in arrival',
    departure: 'checkout check-out departure',
    pet: 'pet pets',
    email: 'email e-mail mail',
    phone: 'phone telephone call number',
    address: 'address',
    repair: 'repair repairs repaired',
    invoice: 'invoice invoices bill bills',
    person: 'people person persons guest guests participants user users',
    weight: 'weight weigh weighs',
    upload: 'upload uploads uploaded',
  },
  common: `
  standard normal regular general item items product products goods order orders purchase customer customers client
  accept accepts accepted offer offers provide provided receive received take takes takes taken took give given have
  allow allowed possible available free charge day days week weeks month months year years hour hours minute minutes
  business working within before after until from most least maximum minimum max min limit limits limited up per each
  every all any only also please ask tell use used using valid policy policies terms condition conditions rule rules
  guide information info overview page about contact everything everyone anything number time date visit secure
  secures hold holds contain reach write send sent sends come keep kept need required necessary require requires
  include included including inclusive exclude excluded extra separately means amount total last lasts long much many
  shop store company business office team location unused undamaged original above below over under between country countries form list question questions early late latest earliest advance notice currently unfortunately always never large heavy size big`,
  special: `
  express overnight urgent same-day priority economy international abroad overseas domestic child children kid kids
  adult adults senior seniors student students pupil member members group groups family families private wholesale
  weekend weekends holiday holidays online sale sales discounted opened unopened digital premium basic pro plus
  emergency press billing first second single double trial annual monthly`,
  predicateAfter: `
  to can may must will could should we you they i is are be been was were not cannot don't doesn't not been that who
  which shall might`,
  afterCommand: 'the a an your it them us all any this these',
  namedAfter: '',
  opposites: {
    free: {
      yes: 'free free_of_charge complimentary no_charge at_no_cost without_charge gratis',
      no: 'paid charged charge fee chargeable surcharge',
    },
    included: {
      yes: 'included includes inclusive comes_with',
      no: 'excluded extra separately exclusive_of additional without',
    },
    allowed: {
      yes: 'allowed permitted welcome possible available accepted admitted',
      no: 'forbidden prohibited banned impossible unavailable refused',
    },
    needed: {
      yes: 'required mandatory compulsory necessary obligatory need must',
      no: 'optional voluntary needless unnecessary without_obligation',
    },
    open: { yes: 'open opens', no: 'closed closes shut' },
    refundable: { yes: 'refundable returnable', no: 'non-refundable nonrefundable' },
  },
  bounds: {
    least: 'at least|minimum(?: of)?|over|above|more than|from|exceeding',
    most: 'at most|up to|maximum(?: of)?|within|less than|under|below|no more than|limited to',
    from: 'from|after|starting(?: at)?|beginning(?: at)?',
    until: 'until|till|by|before|to|up to',
  },
  each: 'per|an?|each|every|for each|for every',
  age: 'old|of age',
  workingDays: 'business days?|working days?|workdays?',
  beforeHour: '',
  minutesInWords: {},
  street: { words: 'street|st|road|rd|lane|avenue|ave|square|drive|way|court', isFirst: false, numberFirst: true },
}
