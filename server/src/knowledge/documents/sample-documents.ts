import type { DocumentCategory, DocumentType } from '#contracts/knowledge/document.ts'

type Sample = { name: string; type: DocumentType; category: DocumentCategory; content: string }

/** The three sample documents of a new business. They are never quoted to customers. */
export const SAMPLE_DOCUMENTS: readonly Sample[] = [
  {
    name: 'Customer Support Best Practices',
    type: 'Guide',
    category: 'Support Guidelines',
    content: `# Customer Support Best Practices

## First answer
Greet the customer by name, say in one sentence what you understood, and say what happens next and by when.

## Tone
Plain words, short sentences, no blame. Say what can be done before what cannot.

## When to hand over
Hand over to a person when somebody asks for one, when the same question failed three times, or when money, safety or law is at stake.`,
  },
  {
    name: 'Product Features Overview',
    type: 'Product Info',
    category: 'Product Information',
    content: `# Product Features Overview

## What it does
Describe in two or three sentences what your product does and for whom.

## Main features
- Name the feature and what a customer can do with it.
- Say which plan or version it belongs to.
- Link to the page that shows it.

## Limits
Say what it does not do. Customers ask about that more often than about features.`,
  },
  {
    name: 'Troubleshooting Guide',
    type: 'Troubleshooting',
    category: 'Technical Support',
    content: `# Troubleshooting Guide

## Cannot sign in
Check the address for typing errors, then use "Forgot password". The e-mail comes within five minutes; look in the spam folder too.

## A page does not load
Reload it, then try a private window. If that helps, an extension of the browser is in the way.

## Something looks wrong
Write down what you did, what you expected and what you saw, and add a picture of the screen.`,
  },
]
