const nobody = (): boolean => false

/** Whether the signed-in member has muted a member. */
export const useMuted = (_username: string | undefined): ((author: string) => boolean) => nobody
