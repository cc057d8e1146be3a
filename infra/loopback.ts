/** The address at which the parts of a site on one machine reach one another. */
export const LOOPBACK = '127.0.0.1';
