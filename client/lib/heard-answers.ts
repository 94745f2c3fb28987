/** A part that is loaded later hears here what headers of answers say, by the path of the contract. */
export const answers: { heardBy?: (path: string, headers: Headers) => void } = {};
