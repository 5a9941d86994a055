import { configure } from '@testing-library/react'

// The limit only ends a hang. A slow machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 })
