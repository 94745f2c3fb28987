/** Of the address: the person comes back from a fresh sign-in to change the requisites. */
export const CHANGE_PARAMETER = 'change';
