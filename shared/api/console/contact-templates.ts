import { z } from 'zod';
import { messageTextsSchema } from '../../notifications/own-texts.ts';
import { contract } from '../contract.ts';
import { SHORT_ID_MAX, uuid } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

export const CONTACT_TEMPLATES_MAX = 100;
const CONTACT_TEMPLATE_ACTIONS = ['create', 'edit', 'retire', 'restore'] as const;

const contactTemplateSchema = z.object({
  id: uuid,
  version: z.int(),
  texts: messageTextsSchema,
  /** Not offered to those who answer. */
  retired: z.boolean(),
  /** The newest first. */
  changes: z.array(
    z.object({
      version: z.int(),
      action: z.enum(CONTACT_TEMPLATE_ACTIONS),
      by: z.string(),
      atMs: z.number(),
    }),
  ),
});
export type ContactTemplate = z.infer<typeof contactTemplateSchema>;

/** Retired ones too, in the order in which they were added. */
export const contactTemplates = contract({
  name: 'console.contact-templates',
  refusals: {},
  method: 'get',
  path: '/api/console/contact-templates',
  summary: 'Templates of answers to messages to the operator',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readReference },
  rateLimit: { perMinute: 120 },
  answer: z.array(contactTemplateSchema),
});

/** 400 `console-message-texts.unknown`, `.not-latin`, `.address`, `.too-long`, as of words of messages. */
export const storeContactTemplate = contract({
  name: 'console.contact-template-store',
  method: 'put',
  path: '/api/console/contact-templates/:id',
  summary: 'Add, change, retire or restore a template of answers',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeReference },
  /** Concerns no person. */
  subject: 'none',
  rateLimit: { perMinute: 60 },
  params: z.object({ id: uuid }),
  body: z.strictObject({
    /** The newest one that was read; 0: it is new. */
    version: z.int().min(0).max(SHORT_ID_MAX),
    texts: messageTextsSchema,
    retired: z.boolean(),
  }),
  answer: contactTemplateSchema,
  refusals: { 409: ['console-contact.template-changed'], 422: ['console-contact.too-many-templates'] },
});

export const contactTemplateContracts = [contactTemplates, storeContactTemplate];
