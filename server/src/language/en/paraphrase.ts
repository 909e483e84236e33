import type { Paraphrase } from '#server/language/types.ts'

export const paraphrase: Paraphrase = {
  courtesy: `
  absolutely address afraid aid answer answers apologise apologies apologize appreciate apology assist assistance
  assistant ai able additional anything automated available bear bit bot brief briefly certain certainly chat check
  choose clarify clear clearly colleague colleagues concern connect contact conversation course create customer dear
  definitely detail details directly else enquiry example exact exactly explain feel following forward frustrating
  frustration further glad good great hand handle happy hear hello help helpful helps here hi hope human idea
  inconvenience information inquiry instead issue kind kindly know knowledge let like list listed look mean mention
  message moment more narrow need note offer ok okay online open option options order pass patience patient people
  perhaps person personally pleasure please possible prefer provide question questions reach real really refer
  regarding rephrase reply request right seem select send share short simply situation solve sorry sound speak
  specific specifically start step steps suggest summary support sure talk team tell thank thanks thing ticket
  together try understand understandable unfortunately unsure use useful view virtual visit walk want way welcome wish
  wonder wonderful word worry yes yep yeah best simple easy easily email mail number phone file quick quickly free_to
  soon happily pleased summarise summarize short-answer mind case depend depends general generally usually typically
  normally currently actual actually main mainly simply together within also just`,
  joining: `
  theres arent isnt wasnt werent hasnt havent hadnt doesnt dont didnt wont wouldnt cant couldnt shouldnt youll well
  youd weve theyve theyll itll thats whats heres although though however therefore thus hence because since while
  whereas whether unless until once either neither both each every another other others further furthermore
  additionally moreover otherwise instead meanwhile afterwards afterward after before during within without across
  around approximately roughly almost nearly about likely probably possibly maybe might must should shall may per plus
  including include excluding such same own various several few most least less rather quite directly immediately
  automatically specifically particularly especially item items thing things way part kind type case outside inside
  beside between reason reasons remember mind sure next previous later earlier again still even ever soon away back up
  down off out over under`,
  everyday: `
  accept access accompany achieve act activate actual add adjust afford agree aim allow alternative amount announce
  apply approach approval approve arrange arrival arrive ask assemble assign assume attach attempt attend available
  avoid aware balance base basic become begin behave believe belong benefit block book break bring build calculate
  call cancel capable care carry catch cause change charge check clean clear click close collect combine come
  comfortable common compare complete concern condition confirm connect consider consist contain continue control
  convenient convert cost count cover create current custom cut decide deduct default delay deliver depend describe
  deserve design detail determine develop different difficult direct disable discover discuss display distribute
  divide double drop due earn edit effect embed enable end enjoy enough ensure enter entire equal estimate exact
  examine exceed except exchange exclude exist expect expire explain extend extra face fail fair familiar fast fill
  final finish fit fix follow force form forward free frequent full gain gather generate gentle grab grant grow guide
  handle happen hard head heavy high hold identify immediate improve include increase individual inform initial insert
  inside install intend involve issue join keep kind lack large last late lead leave length let level light limit list
  live load local locate lock long lose low maintain major make manage manual mark match matter maximum measure
  mention method minimum minor miss mistake modify monitor move multiple name necessary need neat new nice normal note
  notice notify obtain occur offer open operate order organise original own pair part particular pass pause pay
  perform permanent pick place plan point position possible post practice prefer prepare present press prevent
  previous print prior private proceed process produce proper protect prove provide public pull purchase purpose push
  put quality question quick raise range rate reach read ready real receive recent recommend record reduce refer
  refuse regular reject relate release rely remain remember remind remove renew rent repeat replace report request
  require reschedule reserve reset resolve respond rest restore result retain retry return reuse review run safe save
  schedule seat section secure select separate serve set settle setup share short show sign similar simple single size
  skip slight slow small smooth solution solve sort special specific spend split spread stable standard start state
  status stay step stop store straight strict strong submit subscribe successful suffer suggest suit supply suppose
  switch system tend term test time tip top total touch track transfer travel treat trigger true try turn typical
  unable under undo unique update upload use usual vary verify version visible visit volume want warn wash watch way
  weak wear weather whole wide work worth write wrong`,
}
