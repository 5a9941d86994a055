const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

export const adjectives = wordsOf(`
  agile alert amber ample apt autumn azure balmy blithe bold brave breezy bright brisk calm candid
  careful cheerful civil clear clever coastal copper coral cosmic crimson crisp curious daring dapper
  deft dusky eager early earnest easy even fabled fair fearless fine fleet fond frank free fresh
  gallant gentle genial glad golden grand green hardy hearty honest humble icy indigo ivory jade
  jolly jovial keen kind lively loyal lucid lucky lunar marble mellow merry mighty mild modest neat
  nimble noble northern olive open opal patient plucky polite prime proud quick quiet rapid ready
  robust rosy rustic sage sandy scarlet serene sharp silver sincere sleek smooth snowy solar sound
  spry stable steady sterling stout subtle sunny sure swift tidy tranquil trusty upbeat valiant
  velvet verdant vivid warm whole willing wise witty zesty
`)

export const animals = wordsOf(`
  albatross alpaca antelope armadillo auk avocet badger barbet bat bear beaver bee beetle bison
  bittern bobcat buffalo bunting bustard butterfly caribou cat chamois cheetah chickadee chipmunk
  condor cormorant cougar crab crane cricket curlew deer dingo dipper dolphin dormouse dove dragonfly
  duck dunlin eagle egret eider elk ermine falcon ferret finch firefly flamingo fox gannet gazelle
  gecko gibbon goldfinch grebe grouse gull hare harrier hawk hedgehog heron hoopoe hornbill ibex ibis
  iguana jackdaw jaguar jay kestrel kingfisher kite kiwi koala lapwing lark lemming lemur leopard
  linnet llama lobster lynx magpie manatee mallard marmot marten merlin mink moose moth narwhal newt
  nightjar nuthatch ocelot octopus oriole osprey otter owl panda panther partridge pelican penguin
  petrel pheasant pika plover polecat porpoise puffin puma quail rabbit raven reindeer robin salmon
  sandpiper seal shrew skylark snipe sparrow squirrel starling stoat stork sturgeon swallow swan
  swift tapir teal tern thrush toucan trout turnstone turtle vole wagtail walrus warbler waxwing
  weasel whale wigeon wolf wombat woodcock wren yak zebra
`)
