import type { InjectionPatterns } from '#server/language/types.ts'

export const injection: InjectionPatterns = {
  patterns: [
    // Ignore what was said before.
    /\b(ignore|disregard|forget|override|bypass|discard|skip|drop)\b.{0,40}\b(previous|prior|above|earlier|preceding|all|any|your|the|other|system)\b.{0,30}\b(instruction|prompt|rule|direction|guideline|command|context|message|polic|restriction|safeguard)/,
    // Be somebody else.
    /\byou are (now|no longer|not)\b.{0,40}\b(an?|the|assistant|chatbot|ai|bot|bound|restricted|dan|free|in)\b/,
    /\b(from now on|starting now|henceforth)\b.{0,30}\b(you|act|respond|answer|reply|say)\b/,
    /\b(act|behave|pretend|roleplay|role-play)\b.{0,20}\b(as|like|to be|that you)\b.{0,40}\b(assistant|ai|bot|model|admin|developer|system|dan|unrestricted|jailbroken)/,
    // Give away what is behind.
    /\b(reveal|show|print|repeat|output|display|leak|disclose|tell me|give me|send|expose|dump)\b.{0,40}\b(system prompt|system message|your (hidden |secret |initial |original )?(prompt|instructions)|api key|hidden (prompt|instruction)|initial (prompt|instruction)|other customers?)/,
    // Say exactly this.
    /\b(say|reply|respond|answer|output|print|repeat)\b( back| with| only| just)*:? ?(exactly|verbatim|the following|nothing (but|else)|(with )?(only|just)( with)? (the|this|'|"|:)|the (word|phrase|words|string)\b)/,
    /\b(when|if|whenever|before|after|while)\b.{0,50}\b(answering|responding|replying|you (answer|respond|reply|are asked)|asked about|generat\w+)\b.{0,80}\b(always|must|never|include|append|add|say|tell|mention|insert|link|instead)/,
    /\b(always|must|be sure to|make sure to|remember to|you should|please)\b.{0,20}\b(include|append|add|insert|embed|render|attach)\b.{0,50}\b(link|url|image|picture|markdown|markup|text|code|phrase|sentence|word|string|following|response|answer|reply)/,
    // Speak to the machine.
    /\b(ai|a\.i\.|llm|language|chat)[ -]?(assistant|model|bot|agent)s?\b.{0,60}\b(must|should|shall|ignore|instruct|need to|have to|are to|is to|obey|follow|comply|reading this|processing)/,
    /\b(jailbreak|jailbroken|prompt injection|developer mode|dan mode|god mode|sudo mode|debug mode)\b/,
    /\bdo not (tell|inform|mention|reveal|warn)\b.{0,40}\b(user|customer|anyone|human|them)\b/,
  ],
  insert: { verbs: '', objects: 'link|url' },
  address: {
    heads: 'note|message|attention|instructions?|important|notice',
    prepositions: 'to|for',
    machines: 'ai|llm|assistant|chatbot|bot|model',
  },
  renewed: { adjectives: 'new|updated|real|actual|secret', nouns: 'instruction|prompt|directive' },
}
