/** Each runs in the browser and answers what is wrong with the page, in words. */
export declare const checks: readonly (() => string[])[];
