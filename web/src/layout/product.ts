export const tagline = 'Promoting ethical consumption and consumer advocacy'
export const description = 'Community-driven business accountability platform'
