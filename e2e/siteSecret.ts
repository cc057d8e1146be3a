/** What the processes of a site under test share to sign and seal their requests. */
export const SITE_SECRET = 'a secret of the end-to-end tests';
