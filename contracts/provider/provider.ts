import { z } from 'zod'

/** The AI providers; `custom` is any server with OpenAI's chat format (Ollama, vLLM, LM Studio, …). */
export const ProviderId = z.enum([
  'openai',
  'claude',
  'deepseek',
  'gemini',
  'cohere',
  'perplexity',
  'huggingface',
  'mistral',
  'groq',
  'custom',
])
export type ProviderId = z.output<typeof ProviderId>
