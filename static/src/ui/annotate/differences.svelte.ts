/** Whether what differs between compared fields is tinted; for all tasks, until the page is left. */
export const differences = $state({ on: true });
