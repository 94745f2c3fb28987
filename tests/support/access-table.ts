import type { Role } from '#shared/api/contract.ts';

/**
 * Who may make which call, written down a second time, beside the contracts: whoever opens a call wider has to say so here
 * too. Every call stands in exactly one of the four lists.
 */

/** With or without a session. */
export const EVERYBODY = [
  'auth.login',
  'auth.register',
  'auth.callback',
  'auth.logout',
  'site.date',
  'site.set-language',
  'site.visitors',
  'site.info',
  'site.payment-list',
  'site.partners',
  'site.contact',
  'reference.regions',
  'reference.areas',
  'reference.categories',
  'reference.groups',
  'reference.order-categories',
  'reference.lot-statuses',
  'reference.order-types',
  'reference.order-methods',
  'reference.refund-statuses',
  'reference.order-statuses',
  'reference.payment-statuses',
  'reference.application-statuses',
  'reference.fields',
  'reference.banks',
  'reference.dynamic-list',
  'reference.mzp',
  'pages.content',
  'site.captcha',
  'lots.list',
  'lots.list-counter',
  'lots.active-list',
  'lots.details',
  'lots.result',
  'lots.tab-details',
  'lots.flows',
  'lots.sub-list',
  'lots.featured',
  'lots.document-file',
  'protocols.check',
  'protocols.file',
  'sanctions.check',
  'common.action-access',
  'auction.check',
  'auction.over-time',
  'auction.entries',
  'trade-applications.room-base',
  'trade-applications.lot-game-info',
  'signatures.signer',
  'consent.text',
] as const;

/** Anyone signed in, about what is theirs: the call names no thing that could be another person’s. */
export const EACH_THEIR_OWN = [
  'auth.me',
  'auth.choose-roles',
  'auth.auth-token',
  'favourites.add',
  'favourites.remove',
  'favourites.list',
  'user.balance',
  'user.change-password',
  'user.actions',
  'exports.list',
  'profile.read',
  'profile.set-national-id',
  'profile.set-address',
  'profile.set-requisites',
  'profile.send-code',
  'profile.confirm',
  'profile.sessions',
  'profile.end-sessions',
  'profile.edit-requests',
  'profile.ask-for-edit',
  'auction.place',
  'auction.set-auto-bid',
  'auction.clear-auto-bid',
  'auction.find-bid',
  'trade-applications.game-count',
  'trade-applications.join-practice',
  'user-order.send-code',
  'cabinet.send-code-for-create-user-order',
  'user-order.create-user-order',
  'user-order.send-code-cancel-user-order',
  'cabinet.cancel-user-order',
  'cabinet.my-application',
  'payments.top-up-options',
  'payments.top-up',
  'payments.mine',
  'gateway.accounts',
  'gateway.add-account',
  'gateway.cards',
  'gateway.add-card',
  'refunds.terms',
  'refunds.create',
  'refunds.mine',
  'user.transactions',
  'user.money',
  'user.messages',
  'user.unread-message-count',
  'user.read-all-messages',
  'user.notification-settings',
  'user.change-notification-settings',
  'signatures.keys',
  'signatures.challenge',
  'signatures.add-key',
  'signatures.documents',
  'signatures.development-keys',
  'signatures.issue-development-key',
  'consent.state',
  'consent.prepare',
  'consent.agree',
  'consent.disagree',
] as const;

/** How others learn that there is no such thing: exactly as they would of an id that nobody has. */
interface Unknown {
  status: number;
  /** A value for another id of nothing at all, to compare with; 404 needs none. */
  nobodys?: object;
}
const NOT_THERE: Unknown = { status: 404 };

/** Names a thing by its id: for its owner there, for everybody else, staff too, not there. */
export const ITS_OWNER: Record<string, Unknown> = {
  'profile.end-session': NOT_THERE,
  'profile.withdraw-edit-request': NOT_THERE,
  'payments.details': NOT_THERE,
  'payments.receipt': NOT_THERE,
  'gateway.remove-account': NOT_THERE,
  'gateway.remove-card': NOT_THERE,
  'gateway.confirm-card': {
    status: 409,
    nobodys: { bindingId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d0ff', code: '111111' },
  },
  'refunds.details': NOT_THERE,
  'refunds.cancel': NOT_THERE,
  'user.read-message': NOT_THERE,
  'signatures.document-pdf': NOT_THERE,
  'signatures.document-pkcs7': NOT_THERE,
  'signatures.verification': NOT_THERE,
  'signatures.remove-key': { status: 200, nobodys: { serial: '77009999' } },
  'signatures.development-sign': NOT_THERE,
};

const READ: Role[] = ['operator', 'administrator', 'auditor'];
const ACT: Role[] = ['operator', 'administrator'];
const READ_PEOPLE: Role[] = ['moderator', ...READ];
const ACT_PEOPLE: Role[] = ['moderator', ...ACT];

/** For holders of one of the roles. */
export const STAFF: Record<string, readonly Role[]> = {
  'console.edit-requests': READ_PEOPLE,
  'console.approve-edit-request': ACT_PEOPLE,
  'console.refuse-edit-request': ACT_PEOPLE,
  'console.applications': READ,
  'console.revoke-application': ACT,
  'console.request-revoke': ACT,
  'console.payments': READ,
  'console.payment-mismatches': READ,
  'console.settle-mismatch': ACT,
  'console.credit-mismatch': ACT,
  'console.refunds': READ,
  'console.approve-refund': ACT,
  'console.refuse-refund': ACT,
  'console.refund-paid': ACT,
  'console.refund-returned': ACT,
  'console.rooms': READ,
  'console.room-actions': READ,
  'console.suspend-room': ACT,
  'console.resume-room': ACT,
  'console.request-extend': ACT,
  'console.request-withdraw': ACT,
  'console.room-requests': READ,
  'console.approve-room-request': ACT,
  'console.reject-room-request': ACT,
  'console.tasks': READ,
  'console.finish-task': ACT,
  'console.contact-messages': READ,
  'console.contact-answered': ACT,
  'console.consents': READ_PEOPLE,
  'console.consent-people': READ_PEOPLE,
  'console.consent-source': READ_PEOPLE,
  'console.add-consent': ACT,
};

/** For servers that bring a secret of theirs; a person's session opens nothing. */
export const OF_SERVERS = ['auth.exchange-token'] as const;
