import { configure } from '@testing-library/react'

// A busy machine must not decide what a test says.
configure({ asyncUtilTimeout: 10_000 })
