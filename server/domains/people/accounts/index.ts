/** People and their accounts: identities, roles, sign-in and sign-out, profiles and requests to change them. */
export { createPasswords, holdRoles, type ProfileDoor } from './create-accounts.ts';
export { invitationsModule } from './invitations.module.ts';
export type { Invitations } from './invitations/invitations.service.ts';
export { createInvitationDoor } from './invitations/accept-invitation.ts';
export { createInvitationTokens } from './invitations/invitation-token.ts';
export { apiTokensModule } from './api-tokens.module.ts';
export type { ApiTokens } from './api-tokens/api-tokens.service.ts';
export { accountChangesModule, accountsModule, profileModule, signInModule } from './module.ts';
export type { AccountChanges, AccountDecider } from './account-changes/account-changes.service.ts';
export type { FindAccounts } from './account-changes/find-accounts.ts';
export type { NumberMoves } from './account-changes/move-number.ts';
export { checkNumber, numberField } from './profile/national-id.ts';
export { createStandstills, isAtStandstill } from './account-changes/standstills.repository.ts';
export { shutAloneSince, type ShutAlone } from './account-changes/shut-alone.repository.ts';
export type { EndSessions } from './account-changes/end-sessions.ts';
export { ACCOUNT_EVENTS } from './accounts.events.ts';
export type { AccountsService, ActionRecorder } from './accounts.service.ts';
export type { SignInService } from './accounts.sign-in.ts';
export type { ActionVerdict } from './access/action-access.ts';
export { namedBy } from './edit-requests/named-by.ts';
export type { EditRequestsService } from './edit-requests/edit-requests.service.ts';
export type { Person } from './person.ts';
export type { ContactsService } from './profile/contacts.ts';
export type { ProfileService } from './profile/profile.service.ts';
export { publicName, publicPinfl, publicStir } from './public-mask.ts';
export { createDemoPeople, demoRequisites, type DemoPerson } from './demo-people.ts';
export {
  CALL_OFF_MS,
  formerStaff,
  hasLeft,
  mustStillDecide,
  ofFormerStaff,
  PLATFORM,
  whoStillDecide,
} from './still-decides.ts';
export { createTurningDown, type IsSamePerson, type Matter } from './turned-down.ts';
export { readReason, REASON_NEEDED } from './command-reason.ts';
export { demandFreshSignIn } from './fresh-sign-in.ts';
export { PENDING_MS } from './pending-sign-ins.ts';
export type { Decider as EditDecider } from './edit-requests/edit-requests.service.ts';
export { AUTH_TOKEN_MS, type AuthTokens } from './cabinet/auth-tokens.ts';
export type { PasswordService } from './change-password.ts';
export type { AuthorisedSellers } from './authorised-sellers.ts';
export {
  accountsOfParticipant,
  accountsOfPerson,
  accountsOfPersons,
  provenAccountsOfPerson,
  provenAccountsOfPersons,
} from './numbers/same-number.repository.ts';
export { actedUnderNumber, type PersonNumbers } from './numbers/person-numbers.ts';
export { createPersonalIdHash, type PersonalIdHash } from './numbers/personal-id-hash.ts';
export { lockShippedPerson } from './shipped-person.ts';
export { isErased, isErasedLocked, lockErasedPerson, lockPerson } from './erased-person.ts';
export { holdUpErasures, lockErasure } from './erasure-locks.repository.ts';
