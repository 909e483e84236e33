import { z } from 'zod'

/** Who can think for an assistant: the seeds' nine, and any server that speaks OpenAI's chat format (Ollama, vLLM, LM Studio, …). */
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
