import { PageTitle, titled } from '../../frame/page-title.tsx'

export const VerifyingLogin = () => (
  <div className="page-narrow" aria-busy="true">
    <PageTitle title={titled('Signing in')}>Verifying your login...</PageTitle>
    <div className="progress mt-6" />
  </div>
)
