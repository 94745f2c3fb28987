import type { Told } from '#shared/notifications/templates.ts';

/** Own path of what a message is about; null where there is nothing to open. */
export function pathOf(told: Told): string | null {
  switch (told.template) {
    case 'deposit-held':
    case 'deposit-released':
    case 'deposit-forfeited':
    case 'deposit-forfeited-revoked':
    case 'application-turned-down':
    case 'application-own-lot':
    case 'application-cancelled':
    case 'application-revoked':
    case 'auction-not-held':
    case 'auction-no-price':
    case 'auction-withdrawn':
      return `/lot-view/${told.params.lotId}`;
    case 'application-admitted':
    case 'auction-soon':
    case 'auction-interrupted':
      return `/game-view/${told.params.lotId}`;
    case 'auction-won':
    case 'auction-lost':
    case 'auction-winner-declined':
      return `/lot-result/${told.params.lotId}`;
    case 'top-up-credited':
    case 'top-up-cancelled':
      return '/profile/payments';
    case 'refund-requested':
    case 'refund-paid':
    case 'refund-refused':
      return '/profile/refunding';
    case 'edit-request-approved':
    case 'phone-confirmed':
    case 'email-confirmed':
      return '/profile/my-data';
    case 'edit-request-refused':
      return '/profile/edit-requests';
    case 'password-changed':
      return '/profile/sessions';
    case 'offer-signed':
      return '/profile/contracts';
    case 'contact-answered':
      return null;
  }
}
