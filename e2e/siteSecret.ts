/** Secret that the processes of a site under test share to sign and seal requests. */
export const SITE_SECRET = 'a secret of the end-to-end tests';
