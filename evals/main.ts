/** `npm run evals`: everything the assistant is judged by, as tables. What a figure means stands in the file that prints it. */
import './retrieval.ts'
import './escalation.ts'
import './fit-escalation.ts'
import './grounding.ts'
