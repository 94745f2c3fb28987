import { z } from 'zod';
import { DELIVERY_CHANNELS } from '../../notifications/channels.ts';
import { MESSAGE_TOPICS } from '../../notifications/topics.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';

const mine = { tag: 'user', access: 'signed-in' } as const;

const messageSchema = z.object({
  id: z.int(),
  topic: z.enum(MESSAGE_TOPICS),
  /** In the caller's language, plain text. */
  title: z.string(),
  text: z.string(),
  /** Own path of what it is about; null where there is nothing to open. */
  path: z.string().nullable(),
  /** It only repeats what the person did themselves: the page on which they did it has said so already. */
  repeatsOwnAction: z.boolean(),
  writtenAtMs: z.number(),
  /** null: unread. */
  readAtMs: z.number().nullable(),
});
export type MessageView = z.infer<typeof messageSchema>;

/** Newest first. */
export const messages = contract({
  ...mine,
  name: 'user.messages',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/messages',
  summary: 'My messages',
  rateLimit: { perMinute: 120 },
  query: z.object({
    state: z.enum(['all', 'unread']).default('all'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(messageSchema),
    /** Messages of the requested state. */
    total: z.int(),
    unread: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const unreadMessageCount = contract({
  ...mine,
  name: 'user.unread-message-count',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/unread-message-count',
  summary: 'How many of my messages are unread, a bare number',
  rateLimit: { perMinute: 240 },
  answer: z.int().min(0),
});

/** Reading again changes nothing. */
export const readMessage = contract({
  ...mine,
  name: 'user.read-message',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/user/messages/read/:id',
  summary: 'Mark a message of mine as read',
  rateLimit: { perMinute: 240 },
  params: z.object({ id: idField }),
  answer: messageSchema,
});

/** `upToId`: the newest message on the screen, so that one that came meanwhile stays unread. */
export const readAllMessages = contract({
  ...mine,
  name: 'user.read-all-messages',
  refusals: {},
  method: 'post',
  path: '/api/shop/user/messages/read-all',
  summary: 'Mark all my messages up to one as read',
  rateLimit: { perMinute: 60 },
  body: z.strictObject({ upToId: z.int().min(1) }),
  answer: z.object({ unread: z.int() }),
});

const choice = z.strictObject({
  topic: z.enum(MESSAGE_TOPICS),
  channel: z.enum(DELIVERY_CHANNELS),
  wanted: z.boolean(),
});
export type NotificationChoice = z.infer<typeof choice>;

const settings = z.object({
  choices: z.array(choice.extend({ /** Cannot be switched off. */ locked: z.boolean() })),
  /** Masked; null: none is known, so nothing is sent there. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export type NotificationSettings = z.infer<typeof settings>;

export const notificationSettings = contract({
  ...mine,
  name: 'user.notification-settings',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/notification-settings',
  summary: 'What reaches me beside the inbox',
  rateLimit: { perMinute: 60 },
  answer: settings,
});

/** Choices that are not named stay. A locked one is answered 422 `notification-locked`. */
export const changeNotificationSettings = contract({
  ...mine,
  name: 'user.change-notification-settings',
  refusals: { 422: ['notices.locked'] },
  method: 'put',
  path: '/api/shop/user/notification-settings',
  summary: 'Choose what reaches me by e-mail and SMS',
  rateLimit: { perMinute: 60 },
  body: z.strictObject({ choices: z.array(choice).min(1).max(20) }),
  answer: settings,
});

export const notificationContracts = [
  messages,
  unreadMessageCount,
  readMessage,
  readAllMessages,
  notificationSettings,
  changeNotificationSettings,
];
