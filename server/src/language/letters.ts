/** The first line of a letter, alone: "Hi Anna,". */
const GREETING =
  /^(hi|hello|hey|dear|good (morning|afternoon|evening)|hola|buenos días|buenas tardes|estimad[oa]s?|bonjour|bonsoir|cher|chère|salut|hallo|guten (tag|morgen|abend)|liebe[r]?|sehr geehrte[r]?)\b[^.!?\n]{0,40}[,!.:]?$/iu
/** What ends a letter. */
const CLOSING =
  /^(best|kind|warm)?\s*(regards|wishes)\b|^(best|cheers|thanks|thank you|many thanks|sincerely|yours)[\s,!.]*$|^(saludos|un saludo|atentamente|gracias)\b.{0,20}$|^(cordialement|bien à vous|merci)\b.{0,20}$|^(viele|beste|liebe|freundliche|herzliche)n? grüße|^mit freundlichen grüßen|^(vielen )?danke\b.{0,20}$/iu
const SALUTATION = /^(hi|hello|hey|dear|hola|bonjour|hallo)(\s+\p{Lu}[\p{L}-]+){1,2}\s*[,!]\s*(\p{L})/iu

/** Whether a line is nothing but the greeting of a letter: "Hi Anna,". */
export const isLetterGreeting = (line: string): boolean => GREETING.test(line)

/** Whether a line begins the end of a letter: "Best regards". */
export const isLetterClosing = (line: string): boolean => CLOSING.test(line)

/** The text without the greeting by name it begins with: "Hi Anna, you can …" becomes "You can …". */
export const withoutSalutation = (text: string): string =>
  text.replace(SALUTATION, (_, _g, _n, letter: string) => letter.toUpperCase())
